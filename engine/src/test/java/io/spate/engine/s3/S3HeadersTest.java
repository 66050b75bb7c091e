package io.spate.engine.s3;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreRequest;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The key of the customer goes over https only, so what a server would see is looked at before it is sent. */
class S3HeadersTest {
    private static final String TEXT = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final SpateOptions OPTIONS = SpateOptions.of(
            Map.of("endpoint", "https://store", "access-key", "a", "secret-key", "s", "customer-key", TEXT));
    private static final Map<String, String> OF_KEY = Map.of(
            "x-amz-server-side-encryption-customer-algorithm",
            "AES256",
            "x-amz-server-side-encryption-customer-key",
            TEXT,
            "x-amz-server-side-encryption-customer-key-MD5",
            "tP/LI3N87DFaSk0aoqYgzg==");
    private static final StoreRequest COPY = StoreRequest.of(Operation.COPY, KEY.withKey("copy"));
    private static final StoreRequest PUT = StoreRequest.of(Operation.PUT, KEY);

    @Test
    void customerKey_ofTheOptions_goesWithEveryRequestForBytes() throws StoreException {
        S3Headers headers = new S3Headers(OPTIONS);

        assertThat(headers.ofKey()).isEqualTo(OF_KEY);
        assertThat(headers.ofNew(PUT, ObjectAttributes.NONE)).isEqualTo(OF_KEY);
        assertThat(headers.ofCopy(PUT, Optional.empty())).isEqualTo(OF_KEY);
    }

    @Test
    void customerKey_ofTheSource_goesWithACopy() throws StoreException {
        try (S3Connection connection = new S3Connection(
                new S3Clients(new S3Credentials(Map.of(), () -> null), SystemDefaultDnsResolver.INSTANCE), OPTIONS)) {
            assertThat(CopySource.headers(COPY, INFO, connection, connection))
                    .containsOnlyKeys(
                            "x-amz-copy-source-server-side-encryption-customer-algorithm",
                            "x-amz-copy-source-server-side-encryption-customer-key",
                            "x-amz-copy-source-server-side-encryption-customer-key-MD5",
                            "x-amz-copy-source-if-match")
                    .containsEntry("x-amz-copy-source-server-side-encryption-customer-key", TEXT);
        }
    }

    @ParameterizedTest
    @CsvSource({"https://elsewhere", "http://store", "http://elsewhere", "''"})
    void customerKey_ofTheSource_goesToNoOtherEndpoint(String endpoint) {
        S3Clients clients = new S3Clients(new S3Credentials(Map.of(), () -> null), SystemDefaultDnsResolver.INSTANCE);
        Map<String, String> target = endpoint.isEmpty() ? Map.of("region", "r") : Map.of("endpoint", endpoint);
        try (S3Connection from = new S3Connection(clients, OPTIONS);
                S3Connection to =
                        new S3Connection(clients, SpateOptions.of(target).with("credentials", "anonymous"))) {
            StoreException failure =
                    catchThrowableOfType(StoreException.class, () -> CopySource.headers(COPY, INFO, from, to));

            assertThat(failure.kind()).isEqualTo(StoreException.Kind.INVALID);
            assertThat(failure)
                    .hasMessageContaining("COPY spate://bucket/copy")
                    .hasMessageContaining("'customer-key' of bucket 'bucket' would be sent to another endpoint")
                    .hasMessageNotContaining(TEXT);
        }
    }

    @Test
    void noOptions_noHeaders() throws StoreException {
        S3Headers headers = new S3Headers(SpateOptions.defaults());

        assertThat(headers.ofKey()).isEmpty();
        assertThat(headers.ofSource()).isEmpty();
        assertThat(headers.ofNew(PUT, ObjectAttributes.NONE)).isEmpty();
        assertThat(headers.ofCopy(PUT, Optional.empty())).isEmpty();
    }

    @Test
    void encryptionByTheStore_isAskedFor() throws StoreException {
        S3Headers headers = new S3Headers(SpateOptions.of(Map.of("write.encryption", "s3")));

        assertThat(headers.ofCopy(PUT, Optional.empty())).isEqualTo(Map.of("x-amz-server-side-encryption", "AES256"));
        assertThat(headers.ofKey()).isEmpty();
    }

    @Test
    void timeoutOfARequest_growsWithItsBytes() {
        try (S3Connection connection = new S3Connection(
                new S3Clients(new S3Credentials(Map.of(), () -> null), SystemDefaultDnsResolver.INSTANCE), OPTIONS)) {
            assertThat(connection.with(Map.of(), 0).apiCallAttemptTimeout()).contains(Duration.ofSeconds(30));
            assertThat(connection.with(Map.of(), 64 << 20).apiCallAttemptTimeout())
                    .contains(Duration.ofSeconds(542));
        }
    }
}
