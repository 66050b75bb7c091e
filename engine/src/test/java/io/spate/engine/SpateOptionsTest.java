package io.spate.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.Option.Checksum;
import io.spate.engine.Option.Credentials;
import io.spate.engine.Option.Encryption;
import io.spate.engine.Option.PathStyle;
import io.spate.engine.Option.Profile;
import io.spate.engine.Option.Scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

class SpateOptionsTest {
    private static final long MIB = 1 << 20;
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @Test
    void all_keysAndDefaults_areThese() {
        int cores = Runtime.getRuntime().availableProcessors();
        long quarter = Runtime.getRuntime().maxMemory() / 4;
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("endpoint", Optional.empty());
        expected.put("region", Optional.empty());
        expected.put("path-style", PathStyle.AUTO);
        expected.put("credentials", Credentials.AUTO);
        expected.put("access-key", Optional.empty());
        expected.put("secret-key", Optional.empty());
        expected.put("session-token", Optional.empty());
        expected.put("read.range-size", 8 * MIB);
        expected.put("read.concurrency", 16);
        expected.put("profile", Profile.AUTO);
        expected.put("write.part-size", 8 * MIB);
        expected.put("write.concurrency", 8);
        expected.put("write.equal-parts", false);
        expected.put("write.verify-size", true);
        expected.put("write.checksum", Checksum.AUTO);
        expected.put("write.content-type", Optional.empty());
        expected.put("write.content-encoding", Optional.empty());
        expected.put("write.cache-control", Optional.empty());
        expected.put("write.metadata", Map.of());
        expected.put("write.tags", Map.of());
        expected.put("write.storage-class", Optional.empty());
        expected.put("write.acl", Optional.empty());
        expected.put("write.encryption", Encryption.NONE);
        expected.put("write.kms-key", Optional.empty());
        expected.put("customer-key", Optional.empty());
        expected.put("max-requests-in-flight", Math.max(32, 4 * cores));
        expected.put("memory", Math.max(128 * MIB, Math.min(1024 * MIB, quarter)));
        expected.put("connect-timeout", Duration.ofSeconds(5));
        expected.put("request-timeout", Duration.ofSeconds(30));
        expected.put("retry.deadline", Duration.ofMinutes(3));

        Map<String, Object> actual = new LinkedHashMap<>();
        Option.ALL.forEach(
                option -> actual.put(option.key(), SpateOptions.defaults().get(option)));

        assertThat(actual).containsExactlyEntriesOf(expected);
        assertThat(Option.ALL)
                .filteredOn(option -> option.scope() == Scope.PROCESS)
                .extracting(Option::key)
                .containsExactly("max-requests-in-flight", "memory");
        assertThat(Option.ALL)
                .filteredOn(Option::isSecret)
                .extracting(Option::key)
                .containsExactly("secret-key", "session-token", "customer-key");
    }

    @Test
    void all_constants_areInTheTable() throws Exception {
        int constants = 0;
        for (Field field : Option.class.getFields()) {
            if (field.getType() == Option.class) {
                constants++;
                assertThat(Option.ALL).contains((Option<?>) field.get(null));
            }
        }
        assertThat(Option.ALL).hasSize(constants).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8 MiB", "8MiB", "8mib", "8mb", "8 MB", "8m", "8M", "8388608", " 8388608 b ", "8192k"})
    void size_everySpelling_isTheSame(String text) {
        assertThat(options("read.range-size", text).get(Option.RANGE_SIZE)).isEqualTo(8 * MIB);
    }

    @ParameterizedTest
    @CsvSource({
        "500 ms, 500",
        "500ms, 500",
        "30 s, 30000",
        "30sec, 30000",
        "3 min, 180000",
        "3m, 180000",
        "1 h, 3600000",
        "1d, 86400000"
    })
    void duration_everySpelling_isUnderstood(String text, long millis) {
        assertThat(options("retry.deadline", text).get(Option.RETRY_DEADLINE)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "read.range-size | 65535 | expected 64 KiB to 1 GiB",
                "read.range-size | 8 potatoes | expected a size such as 8 MiB",
                "read.range-size | -1 | expected a size",
                "read.range-size | 1.5 MiB | expected a size",
                "read.range-size | 999999999999999999 TiB | too large",
                "memory | 31 MiB | expected 32 MiB to 1024 GiB",
                "read.concurrency | 0 | from 1 to 1024",
                "read.concurrency | 1025 | from 1 to 1024",
                "read.concurrency | many | from 1 to 1024",
                "max-requests-in-flight | 10001 | from 1 to 10000",
                "request-timeout | 99 ms | expected 100 ms to 24 h",
                "request-timeout | 200000 d | expected 100 ms to 24 h",
                "read.range-size | 2 GiB | expected 64 KiB to 1 GiB",
                "request-timeout | 30 | expected a duration such as 500 ms",
                "path-style | maybe | expected one of auto | true | false",
                "credentials | magic | expected one of auto | default | static | anonymous",
                "endpoint | store:9000 | expected http://host:port",
                "endpoint | ftp://store | expected http://host:port",
                "endpoint | http:// | expected http://host:port",
                "endpoint | http://store/path | expected http://host:port",
                "endpoint | http://store?x | expected http://host:port",
                "endpoint | http://store#x | expected http://host:port",
                "endpoint | http://st ore | expected http://host:port",
                "endpoint | http://my_store:9000 | letters, digits",
                "endpoint | http://store:65536 | at most 65535",
                "region | '' | expected some text",
                "profile | swift | expected one of auto | aws | oss | generic",
                "write.part-size | 99 KiB | expected 100 KiB to 5 GiB",
                "write.equal-parts | yes | expected true or false",
                "write.checksum | md5 | expected one of auto | none | crc32c",
                "write.metadata | a=b, c | expected name=value, name=value",
                "write.metadata | =b | expected name=value, name=value",
                "write.metadata | a=b, | expected name=value, name=value",
                "write.tags | a=b, a=c | the name 'a' is there twice",
            })
    void of_valueThatDoesNotFit_namesOptionValueAndWhatWasExpected(String key, String value, String expected) {
        assertThatThrownBy(() -> options(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("option '" + key + "' = '" + value + "'")
                .hasMessageContaining(expected);
        if (Option.ALL.stream().anyMatch(option -> option.key().equals(key) && option.scope() == Scope.BUCKET)) {
            assertThatThrownBy(() -> options("bucket.b." + key, value))
                    .hasMessageContaining("option 'bucket.b." + key + "' = '" + value + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:9000, http://127.0.0.1:9000",
        "https://store.example.org/, https://store.example.org",
        "http://[::1]:9000, http://[::1]:9000"
    })
    void endpoint_address_isTakenWithoutItsLastSlash(String text, String expected) {
        assertThat(options("endpoint", text).get(Option.ENDPOINT)).contains(URI.create(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "read.range-sise, read.range-size",
        "range-size, read.range-size",
        "retry-deadline, retry.deadline",
        "EndPoint, endpoint",
        "bucket.b.acess-key, bucket.b.access-key",
        "bucket.my.logs.acess-key, bucket.my.logs.access-key",
    })
    void of_misspelledOption_namesTheNearest(String key, String nearest) {
        assertThatThrownBy(() -> options(key, "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown option '" + key + "'")
                .hasMessageContaining("did you mean '" + nearest + "'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bucket.", "bucket.b", "bucket.endpoint"})
    void of_bucketOptionWithoutBucketOrOption_saysTheForm(String key) {
        assertThatThrownBy(() -> options(key, "http://h:1")).hasMessageContaining("expected bucket.NAME.OPTION");
    }

    @Test
    void of_nameThatNoBucketCanHave_isRefused() {
        assertThatThrownBy(() -> options("bucket.a b.region", "x"))
                .hasMessageContaining("option 'bucket.a b.region'")
                .hasMessageContaining("bucket names are");
    }

    @Test
    void of_optionOfTheProcessForOneBucket_isRefused() {
        assertThatThrownBy(() -> options("bucket.b.memory", "1 GiB"))
                .hasMessageContaining("'bucket.b.memory'")
                .hasMessageContaining("holds for the whole process");
        assertThatThrownBy(() -> options("bucket.b.max-requests-in-flight", "3"))
                .hasMessageContaining("holds for the whole process");
    }

    @Test
    void forBucket_ownOptions_goBeforeThoseForAll() {
        SpateOptions options = SpateOptions.of(Map.of(
                "region", "r1",
                "read.concurrency", "3",
                "bucket.a.region", "r2",
                "bucket.a.b.region", "r3",
                "bucket.a.b.read.range-size", "1 MiB"));

        assertThat(options.forBucket("a").asMap()).isEqualTo(Map.of("region", "r2", "read.concurrency", "3"));
        assertThat(options.forBucket("a.b").asMap())
                .isEqualTo(Map.of("region", "r3", "read.concurrency", "3", "read.range-size", "1 MiB"));
        assertThat(options.forBucket("c")).isEqualTo(options.forBucket("d")).isNotEqualTo(options.forBucket("a"));
        assertThat(options.get(Option.REGION)).contains("r1");
    }

    @Test
    void forBucket_ownCredentials_areNotMixedWithThoseForAll() {
        SpateOptions options = SpateOptions.of(Map.of(
                "access-key",
                "ak",
                "secret-key",
                "sk",
                "session-token",
                "st",
                "credentials",
                "static",
                "bucket.a.access-key",
                "ak2",
                "bucket.a.secret-key",
                "sk2",
                "bucket.b.credentials",
                "anonymous"));

        assertThat(options.forBucket("a").asMap()).isEqualTo(Map.of("access-key", "ak2", "secret-key", "sk2"));
        assertThat(options.forBucket("b").asMap()).isEqualTo(Map.of("credentials", "anonymous"));
        assertThat(options.forBucket("c").get(Option.SESSION_TOKEN)).contains("st");
    }

    @Test
    void of_incompleteCredentials_areRefused() {
        for (Map<String, String> incomplete : List.of(
                Map.of("access-key", "a"),
                Map.of("secret-key", "hush"),
                Map.of("session-token", "hush"),
                Map.of("credentials", "static"))) {
            assertThatThrownBy(() -> SpateOptions.of(incomplete))
                    .hasMessageContaining("incomplete: set both 'access-key' and 'secret-key'")
                    .hasMessageNotContaining("hush");
        }
        assertThatThrownBy(() -> SpateOptions.of(
                        Map.of("access-key", "a", "secret-key", "hush", "bucket.b.access-key", "other")))
                .hasMessageContaining("of bucket 'b' are incomplete")
                .hasMessageNotContaining("hush");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "' TRUE ', true", "false, false", "False, false"})
    void flag_everySpelling_isUnderstood(String text, boolean value) {
        assertThat(options("write.equal-parts", text).get(Option.EQUAL_PARTS)).isEqualTo(value);
    }

    @Test
    void pairs_namesAndValues_areTakenApartAtTheFirstEqualsSign() {
        assertThat(options("write.metadata", " team = a b , path=x=y,empty=").get(Option.METADATA))
                .isEqualTo(Map.of("team", "a b", "path", "x=y", "empty", ""));
    }

    @Test
    void customerKey_thirtyTwoBytesInBase64_isTaken() {
        assertThat(options("customer-key", " " + KEY + " ").get(Option.CUSTOMER_KEY))
                .contains(KEY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "hush", "hush-hush-hush-hush-hush-hush-hush-hush-hush", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void customerKey_anythingElse_isRefusedAndNotShown(String text) {
        String trace = stackTrace(catchThrowable(() -> options("customer-key", text)));

        assertThat(trace)
                .contains("option 'customer-key' = '***': expected 32 bytes in Base64")
                .doesNotContain("hush", "AAAA");
    }

    @Test
    void secrets_inTextAndErrors_areNotShown() {
        SpateOptions options = SpateOptions.of(Map.of(
                "access-key",
                "ak",
                "secret-key",
                "hush1",
                "session-token",
                "hush2",
                "bucket.b.access-key",
                "ak",
                "bucket.b.secret-key",
                "hush3",
                "bucket.c.customer-key",
                KEY));

        assertThat(options.toString())
                .contains("access-key=ak", "secret-key=***", "bucket.b.secret-key=***", "bucket.c.customer-key=***")
                .doesNotContain("hush", KEY);
        assertThat(stackTrace(catchThrowable(() -> options("secret-key", " ")))).contains("'secret-key' = '***'");
        assertThat(stackTrace(catchThrowable(() -> options("endpoint", "http://me:hush@store:9000"))))
                .contains("http://***@store:9000")
                .doesNotContain("hush");
        assertThat(stackTrace(catchThrowable(() -> options("endpoint", "http://me:hu/hush@st ore"))))
                .doesNotContain("hush");
    }

    @Test
    void of_nullValue_namesTheOption() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("region", null);

        assertThatThrownBy(() -> SpateOptions.of(values)).hasMessageContaining("option 'region' is null");
    }

    @Test
    void with_oneMore_leavesTheOriginal() {
        SpateOptions options = options("region", "r1");

        assertThat(options.with("region", "r2").get(Option.REGION)).contains("r2");
        assertThat(options.get(Option.REGION)).contains("r1");
        assertThatThrownBy(() -> options.with("regoin", "r2")).hasMessageContaining("did you mean 'region'");
    }

    @Test
    void serialized_options_comeBackEqual() throws Exception {
        SpateOptions options = options("region", "r1");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(options);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isEqualTo(options).hasSameHashCodeAs(options);
        }
    }

    private static SpateOptions options(String key, String value) {
        return SpateOptions.of(Map.of(key, value));
    }

    private static String stackTrace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
