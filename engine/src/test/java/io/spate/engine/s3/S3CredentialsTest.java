package io.spate.engine.s3;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
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

    private static final StoreRequest HEAD = StoreRequest.head(KEY);

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

    /** What STS answers, for one, looks like an answer of the store. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void chain_failsAfterItDelivered_isAnOutage(boolean answered) throws Exception {
        SdkException outage = answered
                ? AwsServiceException.builder().statusCode(403).message("sts").build()
                : SdkClientException.create("no chain");
        AtomicInteger calls = new AtomicInteger();
        AwsCredentialsProvider chain = () -> {
            if (calls.getAndIncrement() > 0) {
                throw outage;
            }
            return CHAIN.resolveCredentials();
        };
        server.answer("200 OK", "", "Content-Length: 1");

        try (S3Connections connections = connections(chain, new AtomicInteger())) {
            S3Connection connection = connections.of(HEAD);
            connection.call(HEAD, S3CredentialsTest::head);

            for (Call call : List.<Call>of(connection::call, connection::callPatiently)) {
                StoreException failure =
                        catchThrowableOfType(StoreException.class, () -> call.send(HEAD, S3CredentialsTest::head));
                assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
                assertThat(failure).hasMessageContaining("no credentials right now");
            }
        }
    }

    @Test
    void chain_bothClientsOfAConnection_shareOneAndCloseItOnce() throws Exception {
        ClosingChain chain = new ClosingChain();
        AtomicInteger chains = new AtomicInteger();
        server.answer("200 OK", "", "Content-Length: 1").answer("200 OK", "", "Content-Length: 1");

        try (S3Connections connections = connections(chain, chains)) {
            connections.of(HEAD).call(HEAD, S3CredentialsTest::head);
            connections.of(HEAD).callPatiently(HEAD, S3CredentialsTest::head);
            assertThat(chain.closings).isZero();
        }

        assertThat(chains).hasValue(1);
        assertThat(chain.closings).isEqualTo(1);
    }

    private interface Call {
        Object send(StoreRequest request, Function<S3Client, Object> action) throws StoreException;
    }

    private static final class ClosingChain implements AwsCredentialsProvider, SdkAutoCloseable {
        private int closings;

        @Override
        public AwsCredentials resolveCredentials() {
            return CHAIN.resolveCredentials();
        }

        @Override
        public void close() {
            closings++;
        }
    }

    private S3Connections connections(AwsCredentialsProvider chain, AtomicInteger chains) {
        S3Credentials credentials = new S3Credentials(Map.of(), () -> {
            chains.incrementAndGet();
            return chain;
        });
        return new S3Connections(
                SpateOptions.of(Map.of("endpoint", server.endpoint())),
                new S3Clients(credentials, SystemDefaultDnsResolver.INSTANCE));
    }

    private static Object head(S3Client client) {
        return client.headObject(head -> head.bucket(KEY.bucket()).key(KEY.key()));
    }

    private void head(SpateOptions options, Map<String, String> environment, AwsCredentialsProvider chain)
            throws StoreException {
        server.answer("200 OK", "", "Content-Length: 1");
        S3Credentials credentials = new S3Credentials(environment, () -> chain);
        S3Clients clients = new S3Clients(credentials, SystemDefaultDnsResolver.INSTANCE);
        try (S3Connections connections = new S3Connections(options, clients)) {
            connections.of(HEAD).call(HEAD, S3CredentialsTest::head);
        }
    }
}
