package io.spate.hadoop;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

final class ReadPatternTest {
    private static final long LENGTH = 100 << 20;
    private static final long MINIMUM = 64 << 10;

    @ParameterizedTest
    @CsvSource({
        "whole-file, WHOLE_FILE",
        "csv, SEQUENTIAL",
        "json, SEQUENTIAL",
        "avro, SEQUENTIAL",
        "'unknown, sequential, random', SEQUENTIAL",
        "'parquet, columnar, vector, random', RANDOM",
        "orc, RANDOM",
        "hbase, RANDOM",
        "Random, RANDOM",
        "adaptive, ADAPTIVE",
        "default, WHOLE_FILE",
        "unknown, WHOLE_FILE",
        "'', WHOLE_FILE"
    })
    void first_listOfPolicies_isTheFirstThatIsKnown(String list, ReadPolicy expected) {
        assertThat(ReadPolicy.first(list, ReadPolicy.WHOLE_FILE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"WHOLE_FILE", "SEQUENTIAL"})
    void isRandomAt_sequentialPolicy_staysSequentialWhateverIsRead(ReadPolicy policy) {
        ReadPattern pattern = new ReadPattern(policy, LENGTH, MINIMUM);

        for (long position : new long[] {0, LENGTH - 8, 5, LENGTH / 2, 0}) {
            assertThat(pattern.isRandomAt(position)).isFalse();
            assertThat(pattern.read(position, 8)).isFalse();
        }
    }

    @Test
    void isRandomAt_randomPolicy_staysRandomHoweverMuchIsContiguous() {
        ReadPattern pattern = new ReadPattern(ReadPolicy.RANDOM, LENGTH, MINIMUM);

        for (long position = 0; position < LENGTH; position += 1 << 20) {
            assertThat(pattern.isRandomAt(position)).isTrue();
            assertThat(pattern.read(position, 1 << 20)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, false", "1000, false", "50000000, false", "104792063, false", "104792064, true", "104857592, true"})
    void isRandomAt_firstReadOfAdaptive_isSequentialUnlessCloseToTheEnd(long position, boolean random) {
        assertThat(adaptive().isRandomAt(position)).isEqualTo(random);
    }

    @ParameterizedTest
    @CsvSource({"1, false", "1048576, false", "1048577, true", "-1, true", "-50000, true"})
    void isRandomAt_jumpOfAdaptive_isRandomUnlessShortForward(long jump, boolean random) {
        ReadPattern pattern = adaptive();
        pattern.isRandomAt(1000);
        pattern.read(1000, 99_000);

        assertThat(pattern.isRandomAt(100_000 + jump)).isEqualTo(random);
        assertThat(pattern.read(100_000 + jump, 10)).isEqualTo(random);
    }

    @Test
    void isRandomAt_enoughContiguousBytesAfterAJump_isASequenceAgain() {
        ReadPattern pattern = adaptive();
        pattern.isRandomAt(LENGTH - 8);
        pattern.read(LENGTH - 8, 8);
        long position = 5 << 20;
        int piece = 64 << 10;

        assertThat(pattern.isRandomAt(position)).isTrue();
        assertThat(pattern.read(position, piece)).isFalse();
        for (int i = 1; i < ReadPattern.SEQUENCE_AFTER / piece; i++) {
            assertThat(pattern.isRandomAt(position + (long) i * piece)).isTrue();
            assertThat(pattern.read(position + (long) i * piece, piece)).isFalse();
        }
        long last = position + ReadPattern.SEQUENCE_AFTER;
        assertThat(pattern.isRandomAt(last)).isTrue();
        assertThat(pattern.read(last, piece)).isTrue();
        assertThat(pattern.isRandomAt(last + piece)).isFalse();
    }

    @Test
    void isRandomAt_oneLargeReadAfterEachJump_staysRandom() {
        ReadPattern pattern = adaptive();
        pattern.isRandomAt(0);
        pattern.read(0, 100);
        for (int i = 0; i < 5; i++) {
            long position = (50L - 10L * i) << 20;
            assertThat(pattern.isRandomAt(position)).isTrue();
            pattern.read(position, 8 << 20);
        }
    }

    private static ReadPattern adaptive() {
        return new ReadPattern(ReadPolicy.ADAPTIVE, LENGTH, MINIMUM);
    }
}
