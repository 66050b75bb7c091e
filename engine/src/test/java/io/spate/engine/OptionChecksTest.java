package io.spate.engine;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Options that do or do not go together, or that cannot be sent. */
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

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "write.content-type | gr\u00fcn",
                "write.content-encoding | 'g\nzip'",
                "write.cache-control | 'no\r\nx-amz-acl: public-read'",
                "write.storage-class | 'STAND\u007fARD'",
                "write.acl | 'a\tb'",
                "write.metadata | name=gr\u00fcn",
                "write.metadata | gr\u00fcn=name",
                "write.metadata | 'a=1, na me=x'",
                "write.metadata | 'name=a\nb'",
                "bucket.b.write.metadata | 'name=a\nb'",
            })
    void of_textThatNoHeaderHolds_namesTheOption(String key, String text) {
        assertThatThrownBy(() -> SpateOptions.of(Map.of(key, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("option '" + key.replace("bucket.b.", "") + "'")
                .hasMessageContaining("cannot be sent as a header")
                .hasMessageNotContainingAny("\n", "\r");
    }

    @Test
    void of_keyOfKmsThatNoHeaderHolds_namesTheOption() {
        assertThatThrownBy(() -> SpateOptions.of(Map.of("write.encryption", "kms", "write.kms-key", "k\n1")))
                .hasMessageContaining("option 'write.kms-key' cannot be sent as a header with 'k?1'");
    }

    @Test
    void of_metadataThatDiffersInCaseOnly_isRefused() {
        assertThatThrownBy(() -> SpateOptions.of(Map.of("write.metadata", "Team=blue, team=red")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("option 'write.metadata'")
                .hasMessageContaining("'team=red': the name is there twice");
    }

    @Test
    void of_textThatHeadersHold_isTaken() {
        assertThat(SpateOptions.of(Map.of(
                                "write.metadata", "team-1=blue = green; x",
                                "write.cache-control", "max-age=5, no-store",
                                "write.tags", "gr\u00fcn=\u00e9"))
                        .get(Option.METADATA))
                .isEqualTo(Map.of("team-1", "blue = green; x"));
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
