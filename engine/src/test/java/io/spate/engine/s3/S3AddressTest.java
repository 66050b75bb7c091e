package io.spate.engine.s3;

import java.net.InetAddress;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Where requests go: host and path, per bucket. */
@Timeout(60)
class S3AddressTest {
    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, auto, localhost, /bucket/key",
        "store.example.org, auto, store.example.org, /bucket/key",
        "store.example.org, false, bucket.store.example.org, /key",
        "s3.oss-cn-hangzhou.aliyuncs.com, auto, bucket.s3.oss-cn-hangzhou.aliyuncs.com, /key",
        "s3.oss-cn-hangzhou.aliyuncs.com, true, s3.oss-cn-hangzhou.aliyuncs.com, /bucket/key",
        "s3.eu-west-1.amazonaws.com, auto, bucket.s3.eu-west-1.amazonaws.com, /key",
    })
    void head_endpoint_decidesHostAndPath(String host, String pathStyle, String expectedHost, String expectedPath)
            throws Exception {
        answerHead();
        SpateOptions options =
                S3Answers.options("http://" + host + ":" + server.port()).with("path-style", pathStyle);
        FixedResolver resolver = new FixedResolver(Map.of(expectedHost, InetAddress.getLoopbackAddress()));

        try (S3Store store = S3Store.open(options, Map.of(), resolver)) {
            store.head(ObjectUri.parse("spate://bucket/key"));
        }

        assertThat(server.onlyRequest().line()).isEqualTo("HEAD " + expectedPath + " HTTP/1.1");
        assertThat(server.onlyRequest().header("Host")).contains(expectedHost + ":" + server.port());
    }

    @Test
    void head_ipAddress_isPathStyleEvenIfTheHostIsAskedFor() throws Exception {
        answerHead();

        try (S3Store store =
                S3Answers.store(S3Answers.options(server.endpoint()).with("path-style", "false"))) {
            store.head(ObjectUri.parse("spate://bucket/key"));
        }

        assertThat(server.onlyRequest().line()).isEqualTo("HEAD /bucket/key HTTP/1.1");
    }

    @Test
    void head_bucketOfATenant_isPartOfThePath() throws Exception {
        answerHead();

        try (S3Store store = S3Answers.store(S3Answers.options(server.endpoint()))) {
            store.head(ObjectUri.parse("spate://tenant:bucket/key"));
        }

        assertThat(server.onlyRequest().line()).isEqualTo("HEAD /tenant%3Abucket/key HTTP/1.1");
    }

    @Test
    void head_noEndpoint_goesToTheRegionOfAws() {
        SpateOptions options = SpateOptions.of(Map.of("region", "eu-west-1", "access-key", "ak", "secret-key", "sk"));
        try (S3Store store = S3Store.open(options, Map.of(), new FixedResolver(Map.of()))) {
            StoreException failure =
                    catchThrowableOfType(StoreException.class, () -> store.head(ObjectUri.parse("spate://bucket/key")));

            assertThat(failure.kind()).isEqualTo(StoreException.Kind.UNREACHABLE);
            assertThat(failure)
                    .hasMessageContaining("bucket.s3.eu-west-1.amazonaws.com")
                    .hasMessageContaining("of AWS in region eu-west-1");
        }
    }

    @Test
    void head_region_isSignedFor() throws Exception {
        answerHead();

        try (S3Store store =
                S3Answers.store(S3Answers.options(server.endpoint()).with("region", "far-away-7"))) {
            store.head(ObjectUri.parse("spate://bucket/key"));
        }

        assertThat(server.onlyRequest().header("Authorization").orElseThrow()).contains("/far-away-7/s3/aws4_request");
    }

    @Test
    void head_bucketsWithTheirOwnOptions_goWhereTheseSay() throws Exception {
        try (ScriptedServer other = new ScriptedServer()) {
            answerHead();
            answerHead();
            other.answer("200 OK", "", "Content-Length: 1");
            SpateOptions options = S3Answers.options(server.endpoint())
                    .with("bucket.b.two.endpoint", other.endpoint())
                    .with("bucket.b.two.credentials", "anonymous");

            try (S3Store store = S3Answers.store(options)) {
                store.head(ObjectUri.parse("spate://one/k"));
                store.head(ObjectUri.parse("spate://b.two/k"));
                store.head(ObjectUri.parse("spate://three/k"));
            }

            assertThat(other.onlyRequest().line()).isEqualTo("HEAD /b.two/k HTTP/1.1");
            assertThat(other.onlyRequest().header("Authorization")).isEmpty();
            assertThat(server.requests())
                    .extracting(ScriptedServer.Request::line)
                    .containsExactly("HEAD /one/k HTTP/1.1", "HEAD /three/k HTTP/1.1");
            assertThat(server.connections()).as("one client for equal options").isEqualTo(1);
        }
    }

    private void answerHead() {
        server.answer("200 OK", "", "Content-Length: 1");
    }
}
