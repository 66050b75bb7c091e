package io.spate.it;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.spate.sink.Buckets;
import io.spate.sink.SinkFormats;
import io.spate.sink.SpateSink;
import io.spate.sink.SpateSinkBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What users of the sink do wrong: it is refused, or the job fails, and the error says where and why. */
@Timeout(60)
final class SinkBadInputTest {
    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    private String bucket;

    @BeforeEach
    void makeBucket() throws Exception {
        bucket = TestStore.newBucket();
    }

    @ParameterizedTest
    @EnumSource(
            value = DeliveryGuarantee.class,
            names = {"EXACTLY_ONCE", "AT_LEAST_ONCE"})
    void write_missingBucket_failsNamingIt(DeliveryGuarantee guarantee) {
        SpateSink<String> sink = builder(TestStore.options())
                .path("spate://no-such-bucket-here/out/")
                .deliveryGuarantee(guarantee)
                .build();

        assertFails(sink)
                .hasStackTraceContaining("NOT_FOUND: ")
                .hasStackTraceContaining("spate://no-such-bucket-here/out/")
                .hasStackTraceContaining("the bucket does not exist");
    }

    @Test
    void write_wrongSecretKey_isDeniedWithoutTellingIt() {
        assertFails(builder(TestStore.options("secret-key", "not-the-secret")).build())
                .hasStackTraceContaining("DENIED: CREATE_UPLOAD spate://" + bucket + "/out/")
                .hasStackTraceContaining("check the credentials")
                .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("not-the-secret"));
    }

    @Test
    void write_unknownAccessKey_isDenied() {
        assertFails(builder(TestStore.options("access-key", "nobody")).build())
                .hasStackTraceContaining("DENIED: CREATE_UPLOAD spate://" + bucket + "/out/")
                .hasStackTraceContaining("check the credentials");
    }

    @Test
    void write_endpointWhereNobodyListens_failsWithinSecondsNamingIt() throws Exception {
        String endpoint;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            endpoint = "http://127.0.0.1:" + socket.getLocalPort();
        }

        assertFails(builder(TestStore.options("endpoint", endpoint)).build())
                .hasStackTraceContaining("UNREACHABLE: CREATE_UPLOAD spate://" + bucket + "/out/")
                .hasStackTraceContaining(endpoint)
                .hasStackTraceContaining("check 'endpoint'");
    }

    @Test
    void write_lineEndInALine_failsNamingTheFormat() throws Exception {
        assertThatThrownBy(() -> WritingJob.write(
                        List.of("good", "two\nlines"),
                        Types.STRING,
                        builder(TestStore.options()).build()))
                .hasStackTraceContaining("format: ")
                .hasStackTraceContaining("line");
        assertNothingIsWritten();
    }

    @ParameterizedTest
    @CsvSource({"../up, means a directory", "/root, starts with '/'", "a//b, an empty segment", "end/, ends with '/'"})
    void write_recordOfABucketThatIsNone_failsNamingIt(String record, String reason) throws Exception {
        SpateSink<String> sink =
                builder(TestStore.options()).bucketBy((line, context) -> line).build();

        assertThatThrownBy(() -> WritingJob.write(List.of(record), Types.STRING, sink))
                .hasStackTraceContaining("bucketBy: '" + record + "' is no bucket")
                .hasStackTraceContaining(reason);
        assertNothingIsWritten();
    }

    @Test
    void build_misspelledOption_isRefusedWithTheNearest() {
        SpateSinkBuilder<String> builder = builder(Map.of()).option("write.part-sise", "8 MiB");

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write.part-sise")
                .hasMessageContaining("write.part-size");
    }

    @Test
    void build_templateWithoutBucketOfBucketedRecords_isRefused() {
        SpateSinkBuilder<String> builder = builder(Map.of())
                .bucketBy(Buckets.field("first", line -> line.charAt(0)))
                .keyTemplate("{prefix}{id}-{counter}");

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{bucket}");
    }

    private static AbstractThrowableAssert<?, ?> assertFails(SpateSink<String> sink) {
        return assertThatThrownBy(() -> WritingJob.write(List.of("a", "b"), Types.STRING, sink));
    }

    private void assertNothingIsWritten() throws Exception {
        try (StoredObjects objects = new StoredObjects(bucket)) {
            assertThat(objects.list()).isEmpty();
        }
    }

    private SpateSinkBuilder<String> builder(Map<String, String> options) {
        return SpateSink.<String>builder()
                .path("spate://" + bucket + "/out/")
                .format(SinkFormats.lines())
                .options(options);
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
