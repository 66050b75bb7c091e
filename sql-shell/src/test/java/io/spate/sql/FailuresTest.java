package io.spate.sql;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What people see of a failure. */
class FailuresTest {
    @Test
    void message_causeThatAWrapperRepeats_saysWhereItWasMet() {
        assertThat(
                        Failures.message(
                                new RuntimeException(
                                        """
                        org.apache.flink.table.api.ValidationException: Unable to create a source for reading table 'o'.

                        Table options are:
                        	at org.apache.flink.A.b(A.java:1)
                        Caused by: java.lang.IllegalArgumentException: option 'csv.header' = 'yes': expected true or false
                        	at io.spate.engine.Option.parse(Option.java:1)
                        Caused by: java.lang.IllegalArgumentException: expected true or false
                        	at io.spate.engine.OptionType.flag(OptionType.java:1)
                        """)))
                .isEqualTo("option 'csv.header' = 'yes': expected true or false");
    }

    @Test
    void message_exceptionOfSpateAmongCauses_isWhatItSays() {
        assertThat(
                        Failures.message(
                                new RuntimeException(
                                        """
                        java.util.concurrent.ExecutionException: failed
                        Caused by: io.spate.source.BadRecordException: read spate://b/k: the record at offset 7 is bad
                        	at x.Y.z(Y.java:1)
                        Caused by: java.lang.NumberFormatException: empty String
                        """)))
                .isEqualTo("read spate://b/k: the record at offset 7 is bad");
    }

    @Test
    void message_unrelatedCauses_isTheInnermost() {
        assertThat(Failures.message(new IllegalStateException("outer", new IllegalArgumentException("inner"))))
                .isEqualTo("inner");
    }

    @Test
    void message_causeWithoutMessage_isItsClass() {
        assertThat(Failures.message(new RuntimeException("java.lang.NullPointerException")))
                .isEqualTo("java.lang.NullPointerException");
    }
}
