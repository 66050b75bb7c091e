package io.spate.engine.s3;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.utils.SdkAutoCloseable;

import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static io.spate.engine.s3.S3Answers.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

@Timeout(60)
class S3CredentialsTest {
    private static final Map<String, String> OSS =
            Map.of("OSS_ACCESS_KEY_ID", "oss-id", "OSS_ACCESS_KEY_SECRET", "oss-secret");
    private static final AwsCredentialsProvider CHAIN = () -> AwsBasicCredentials.create("chain-id", "chain-secret");
    private static final AwsCredentialsProvider EMPTY_CHAIN = () -> {
        throw SdkClientException.create("Unable to load credentials from any of the providers in the chain");
    };

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void static_withToken_signsWithAll() throws Exception {
        head(S3Answers.options(server.endpoint()).with("session-token", "the-token"), Map.of(), EMPTY_CHAIN);

        assertThat(server.onlyRequest().header("Authorization").orElseThrow()).contains("Credential=ak/");
        assertThat(server.onlyRequest().header("X-Amz-Security-Token")).contains("the-token");
    }

    @Test
    void anonymous_signsNothing() throws Exception {
        head(SpateOptions.of(Map.of("endpoint", server.endpoint(), "credentials", "anonymous")), OSS, CHAIN);

        assertThat(server.onlyRequest().header("Authorization")).isEmpty();
    }

    @Test
    void default_accessKeySet_isIgnored() throws Exception {
        head(S3Answers.options(server.endpoint()).with("credentials", "default"), Map.of(), CHAIN);

        assertThat(server.onlyRequest().header("Authorization").orElseThrow()).contains("Credential=chain-id/");
    }

    @Test
    void auto_nothingSet_asksTheChain() throws Exception {
        head(SpateOptions.of(Map.of("endpoint", server.endpoint())), Map.of(), CHAIN);

        assertThat(server.onlyRequest().header("Authorization").orElseThrow()).contains("Credential=chain-id/");
    }

    @Test
    void auto_variablesOfAlibaba_areUsed() throws Exception {
        head(SpateOptions.of(Map.of("endpoint", server.endpoint())), OSS, CHAIN);

        assertThat(server.onlyRequest().header("Authorization").orElseThrow()).contains("Credential=oss-id/");
    }

    @Test
    void auto_variablesOfAlibabaButNoEndpoint_areNotSentToAws() {
        assertThat(new S3Credentials(OSS, () -> CHAIN)
                        .of(SpateOptions.defaults())
                        .resolveCredentials()
                        .accessKeyId())
                .isEqualTo("chain-id");
    }

    @Test
    void variables_ofBothClouds_theEndpointDecides() {
        Map<String, String> both = Map.of(
                "OSS_ACCESS_KEY_ID", "oss-id",
                "OSS_ACCESS_KEY_SECRET", "oss-secret",
                "OSS_SESSION_TOKEN", "oss-token",
                "AWS_ACCESS_KEY_ID", "aws-id");
        S3Credentials credentials = new S3Credentials(both, () -> CHAIN);

        assertThat(credentials
                        .of(SpateOptions.of(Map.of("endpoint", "https://s3.oss-cn-beijing.aliyuncs.com")))
                        .resolveCredentials())
                .isEqualTo(AwsSessionCredentials.create("oss-id", "oss-secret", "oss-token"));
        assertThat(credentials
                        .of(SpateOptions.of(Map.of("endpoint", "https://aliyuncs.com.example.org")))
                        .resolveCredentials()
                        .accessKeyId())
                .isEqualTo("chain-id");
    }

    @Test
    void chain_empty_isDeniedAndSaysWhatToSet() {
        StoreException failure = catchThrowableOfType(
                StoreException.class,
                () -> head(SpateOptions.of(Map.of("endpoint", server.endpoint())), Map.of(), EMPTY_CHAIN));

        assertThat(failure.kind()).isEqualTo(Kind.DENIED);
        assertThat(failure)
                .hasMessageContaining("'access-key' and 'secret-key'")
                .hasMessageContaining("AWS_ACCESS_KEY_ID")
                .hasMessageContaining("'credentials' = 'anonymous'")
                .hasMessageContaining(server.endpoint());
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void chain_failsAfterItDelivered_isNotTakenForMissing() {
        AtomicInteger calls = new AtomicInteger();
        ChainCredentials credentials = new ChainCredentials(
                () -> calls.getAndIncrement() == 0 ? CHAIN.resolveCredentials() : EMPTY_CHAIN.resolveCredentials());

        assertThat(credentials.resolveCredentials().accessKeyId()).isEqualTo("chain-id");
        assertThatThrownBy(credentials::resolveCredentials).isNotInstanceOf(MissingCredentialsException.class);
    }

    @Test
    void chain_connectionsClosed_isClosed() throws Exception {
        ClosingChain chain = new ClosingChain();

        head(SpateOptions.of(Map.of("endpoint", server.endpoint())), Map.of(), chain);

        assertThat(chain.closed).isTrue();
    }

    private static final class ClosingChain implements AwsCredentialsProvider, SdkAutoCloseable {
        private boolean closed;

        @Override
        public AwsCredentials resolveCredentials() {
            return CHAIN.resolveCredentials();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private void head(SpateOptions options, Map<String, String> environment, AwsCredentialsProvider chain)
            throws StoreException {
        server.answer("200 OK", "", "Content-Length: 1");
        S3Credentials credentials = new S3Credentials(environment, () -> chain);
        S3Clients clients = new S3Clients(credentials, SystemDefaultDnsResolver.INSTANCE);
        try (S3Connections connections = new S3Connections(options, clients)) {
            StoreRequest request = StoreRequest.head(KEY);
            connections
                    .of(request)
                    .call(
                            request,
                            client -> client.headObject(
                                    b -> b.bucket(KEY.bucket()).key(KEY.key())));
        }
    }
}
