package io.spate.engine;

import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Options of encryption that do or do not go together. */
class OptionChecksTest {
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @Test
    void of_encryptionThatContradictsItself_namesTheOptionsAndWhatToDo() {
        assertThatThrownBy(() -> SpateOptions.of(Map.of("write.kms-key", "k1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'write.kms-key' has no meaning with 'write.encryption' = 'none'")
                .hasMessageContaining("set 'write.encryption' = 'kms'");
        assertThatThrownBy(() -> SpateOptions.of(Map.of("customer-key", KEY, "write.encryption", "s3")))
                .hasMessageContaining("'customer-key' and 'write.encryption' = 's3' exclude each other")
                .hasMessageNotContaining(KEY);
        assertThatThrownBy(() -> SpateOptions.of(Map.of("customer-key", KEY, "endpoint", "http://store:9000")))
                .hasMessageContaining("'customer-key' would go unprotected")
                .hasMessageContaining("'endpoint' = 'http://store:9000'")
                .hasMessageNotContaining(KEY);
    }

    @Test
    void of_encryptionThatContradictsItselfForOneBucket_namesTheBucket() {
        assertThatThrownBy(() -> SpateOptions.of(Map.of("customer-key", KEY, "bucket.b.endpoint", "http://store:9000")))
                .hasMessageContaining("the options of bucket 'b' contradict each other: 'customer-key'");
    }

    @Test
    void of_encryptionThatFits_isTaken() {
        assertThat(SpateOptions.of(Map.of("write.encryption", "kms", "write.kms-key", "k1"))
                        .get(Option.KMS_KEY))
                .contains("k1");
        assertThat(SpateOptions.of(Map.of("customer-key", KEY, "endpoint", "https://store"))
                        .get(Option.CUSTOMER_KEY))
                .contains(KEY);
    }

    @Test
    void forBucket_ownEncryption_isNotMixedWithThatForAll() {
        SpateOptions options = SpateOptions.of(Map.of(
                "customer-key", KEY,
                "bucket.a.write.encryption", "none",
                "bucket.a.endpoint", "http://store:9000",
                "bucket.b.write.encryption", "kms",
                "bucket.c.region", "r"));

        assertThat(options.forBucket("a").get(Option.CUSTOMER_KEY)).isEmpty();
        assertThat(options.forBucket("b").asMap()).isEqualTo(Map.of("write.encryption", "kms"));
        assertThat(options.forBucket("c").get(Option.CUSTOMER_KEY)).contains(KEY);
    }
}
