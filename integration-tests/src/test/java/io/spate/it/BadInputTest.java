package io.spate.it;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.embedded.EmbeddedStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.s3.S3Store;
import io.spate.source.Formats;
import io.spate.source.SpateSource;
import io.spate.source.SpateSourceBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What users do wrong, and what changes under a job: the job fails, and its error says where and why. */
@Timeout(60)
final class BadInputTest {
    /** Much more than a reader fetches before its first record has come through the job. */
    private static final int LARGE = 8 << 20;

    /** With the delimiter. */
    private static final int LINE_LENGTH = 128;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    private final EmbeddedStore store = TestStore.get();
    private String bucket;

    @BeforeEach
    void putSomething() throws Exception {
        bucket = TestStore.newBucket();
        store.put(bucket, "logs/a.txt", "a\nb\n");
    }

    @Test
    void read_missingBucket_failsNamingIt() {
        assertFails(source(TestStore.options(), "spate://no-such-bucket-here/logs/"))
                .hasStackTraceContaining("NOT_FOUND: LIST spate://no-such-bucket-here/logs/")
                .hasStackTraceContaining("the bucket does not exist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs/b.txt", "nothing/", "logs/*.csv", "logs/a.txt/", "log"})
    void read_pathThatMatchesNothing_failsNamingIt(String path) {
        assertFails(source(TestStore.options(), uri(path)))
                .hasStackTraceContaining("path '" + uri(path) + "' matches no object")
                .hasStackTraceContaining("allowEmpty()");
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs/b.txt", "nothing/", "logs/*.csv"})
    void read_pathThatMayMatchNothing_givesNoRecords(String path) throws Exception {
        SpateSource<String> source =
                builder(TestStore.options(), uri(path)).allowEmpty().build();
        assertThat(ReadingJob.read(source, 2)).isEmpty();
    }

    @Test
    void read_wrongSecretKey_isDeniedWithoutTellingIt() {
        assertFails(source(TestStore.options("secret-key", "not-the-secret"), uri("logs/")))
                .hasStackTraceContaining("DENIED: LIST " + uri("logs/"))
                .hasStackTraceContaining("check the credentials")
                .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("not-the-secret"));
    }

    @Test
    void read_unknownAccessKey_isDenied() {
        assertFails(source(TestStore.options("access-key", "nobody"), uri("logs/")))
                .hasStackTraceContaining("DENIED: LIST " + uri("logs/"))
                .hasStackTraceContaining("check the credentials");
    }

    @Test
    @Timeout(30)
    void read_endpointWhereNobodyListens_failsWithinSecondsNamingIt() throws Exception {
        String endpoint;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            endpoint = "http://127.0.0.1:" + socket.getLocalPort();
        }
        assertFails(source(TestStore.options("endpoint", endpoint), uri("logs/")))
                .hasStackTraceContaining("UNREACHABLE: LIST " + uri("logs/"))
                .hasStackTraceContaining(endpoint)
                .hasStackTraceContaining("check 'endpoint'");
    }

    @ParameterizedTest
    @CsvSource({
        "logs/2026/, logs/2026/",
        "s3x://bucket/key, s3x://bucket/key",
        "spate://, spate://",
        "spate:///key, spate:///key",
        "spate://Bad_Bucket!/key, Bad_Bucket!",
        "spate://bucket/[a, spate://bucket/[a",
    })
    void build_malformedUri_isRefusedNamingIt(String path, String named) {
        assertThatThrownBy(() -> source(TestStore.options(), path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(named);
    }

    @Test
    void read_objectOverwrittenMeanwhile_failsNamingBothVersions() throws Exception {
        store.put(bucket, "large", content('a'));
        String before = etag("large");
        SpateSource<String> source = source(oneRangeAtATime(), uri("large"));

        AbstractThrowableAssert<?, ?> failure =
                assertThatThrownBy(() -> ReadingJob.read(source, 1, () -> store.put(bucket, "large", content('b'))));

        failure.hasStackTraceContaining("CHANGED: GET " + uri("large"))
                .hasStackTraceContaining(before)
                .hasStackTraceContaining(etag("large"));
        List<String> again = ReadingJob.read(source, 1);
        assertThat(again).hasSize(LARGE / LINE_LENGTH).containsOnly(line('b'));
    }

    @Test
    void read_objectOverwrittenAfterTheListing_failsNamingBothVersions() throws Exception {
        store.put(bucket, "large", content('a'));
        store.put(bucket, "next", "old\n");
        String before = etag("next");
        SpateSource<String> source = source(oneRangeAtATime(), uri("large"), uri("next"));

        AbstractThrowableAssert<?, ?> failure =
                assertThatThrownBy(() -> ReadingJob.read(source, 1, () -> store.put(bucket, "next", "new\n")));

        failure.hasStackTraceContaining("CHANGED: GET " + uri("next"))
                .hasStackTraceContaining(before)
                .hasStackTraceContaining(etag("next"));
        assertThat(ReadingJob.read(source, 1)).contains("new").doesNotContain("old");
    }

    @Test
    void read_objectDeletedAfterTheListing_failsNamingIt() throws Exception {
        store.put(bucket, "large", content('a'));
        store.put(bucket, "next", "old\n");
        SpateSource<String> source = source(oneRangeAtATime(), uri("large"), uri("next"));

        assertThatThrownBy(() -> ReadingJob.read(source, 1, () -> store.delete(bucket, "next")))
                .hasStackTraceContaining("NOT_FOUND: GET " + uri("next"))
                .hasStackTraceContaining("the key does not");
    }

    private static AbstractThrowableAssert<?, ?> assertFails(SpateSource<String> source) {
        return assertThatThrownBy(() -> ReadingJob.read(source, 2));
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static SpateSourceBuilder<String> builder(Map<String, String> options, String... paths) {
        return SpateSource.<String>builder()
                .paths(paths)
                .format(Formats.lines())
                .options(options);
    }

    private static SpateSource<String> source(Map<String, String> options, String... paths) {
        return builder(options, paths).build();
    }

    private static Map<String, String> oneRangeAtATime() {
        return TestStore.options("read.range-size", "64 KiB", "read.concurrency", "1");
    }

    /** Lines that all are {@link #line}. */
    private static byte[] content(char filler) {
        return (line(filler) + "\n").repeat(LARGE / LINE_LENGTH).getBytes(StandardCharsets.UTF_8);
    }

    private static String line(char filler) {
        return Character.toString(filler).repeat(LINE_LENGTH - 1);
    }

    private String uri(String key) {
        return "spate://" + bucket + "/" + key;
    }

    private String etag(String key) throws Exception {
        try (S3Store client = S3Store.open(TestStore.checkedOptions())) {
            return client.head(new ObjectUri(bucket, key)).etag();
        }
    }
}
