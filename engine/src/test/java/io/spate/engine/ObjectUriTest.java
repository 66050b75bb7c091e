package io.spate.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ObjectUriTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "a/b",
                "a//b",
                "a%20b",
                "a b",
                "a?b#c",
                "a/",
                "/a",
                "",
                "../a/./b",
                "\u00e9\ud83d\ude00",
                "a+b",
                "tab\t",
                " a ",
                "spate://x/y"
            })
    void parse_anyKey_survivesARoundTrip(String key) {
        ObjectUri uri = ObjectUri.parse("spate://bucket/" + key);

        assertThat(uri).isEqualTo(new ObjectUri("bucket", key)).hasToString("spate://bucket/" + key);
        assertThat(ObjectUri.parse(uri.toString())).isEqualTo(uri);
    }

    @Test
    void parse_bucketOnly_hasAnEmptyKey() {
        assertThat(ObjectUri.parse("spate://my.bucket_1-x")).isEqualTo(new ObjectUri("my.bucket_1-x", ""));
        assertThat(ObjectUri.parse("spate://tenant:bucket/")).isEqualTo(new ObjectUri("tenant:bucket", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "s3://b/k, does not start with spate://",
        "b/k, does not start with spate://",
        "spate://, the bucket is missing",
        "spate:///k, the bucket is missing",
        "spate://b b/k, bucket names are",
        "spate://b*, bucket names are",
    })
    void parse_malformed_saysWhatIsWrong(String text, String reason) {
        assertThatThrownBy(() -> ObjectUri.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("malformed URI '" + text)
                .hasMessageContaining(reason)
                .hasMessageContaining("expected spate://bucket/key");
    }

    @Test
    void new_keyAsLongAsStoresTake_isMeasuredInBytes() {
        assertThat(new ObjectUri("b", "\u00e9".repeat(512)).key()).hasSize(512);
        assertThatThrownBy(() -> new ObjectUri("b", "\u00e9".repeat(512) + "x"))
                .hasMessageContaining("longer than 1024 bytes of UTF-8");
    }

    @Test
    void compareTo_buckets_comeBeforeKeys() {
        assertThat(ObjectUri.parse("spate://a/z")).isLessThan(ObjectUri.parse("spate://b/a"));
        assertThat(ObjectUri.parse("spate://a/a")).isLessThan(ObjectUri.parse("spate://a/b"));
    }

    @Test
    void compareKeys_randomKeys_isTheOrderOfTheirBytes() {
        int[] characters = {
            0, 'a', 'b', '/', 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x1f600, 0x10ffff
        };
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            String one = randomKey(random, characters);
            String other = randomKey(random, characters);
            int bytes = Arrays.compareUnsigned(
                    one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
            assertThat(Integer.signum(ObjectUri.compareKeys(one, other)))
                    .as("'%s' '%s'", one, other)
                    .isEqualTo(Integer.signum(bytes));
        }
    }

    private static String randomKey(Random random, int[] characters) {
        StringBuilder key = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            key.appendCodePoint(characters[random.nextInt(characters.length)]);
        }
        return key.toString();
    }
}
