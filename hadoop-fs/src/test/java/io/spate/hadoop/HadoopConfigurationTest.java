package io.spate.hadoop;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.Option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class HadoopConfigurationTest {
    private static final String BUCKET = "my.data.bucket";

    @Test
    void read_optionsOfEngineAndFileSystem_areTold() throws IOException {
        HadoopConfiguration read = read(
                "fs.spate.endpoint", "http://127.0.0.1:1",
                "fs.spate.write.part-size", "16 MiB",
                "fs.spate.block-size", "256 MiB",
                "fs.spate.trash", "false");

        assertThat(read.engineOptions().get(Option.PART_SIZE)).isEqualTo(16L << 20);
        assertThat(read.get(FileSystemOptions.BLOCK_SIZE)).isEqualTo(256L << 20);
        assertThat(read.get(FileSystemOptions.TRASH)).isFalse();
        assertThat(read.get(FileSystemOptions.STAT_CACHE_TTL)).isEqualTo(Duration.ZERO);
    }

    @Test
    void read_optionsOfABucketWithDots_comeBeforeThoseForAll() throws IOException {
        HadoopConfiguration read = read(
                "fs.spate.endpoint", "http://127.0.0.1:1",
                "fs.spate.bucket.my.data.bucket.endpoint", "http://127.0.0.1:2",
                "fs.spate.block-size", "64 MiB",
                "fs.spate.bucket.my.data.bucket.block-size", "32 MiB",
                "fs.spate.bucket.other.block-size", "16 MiB");

        assertThat(read.engineOptions().forBucket(BUCKET).get(Option.ENDPOINT))
                .hasValueSatisfying(endpoint -> assertThat(endpoint.getPort()).isEqualTo(2));
        assertThat(read.get(FileSystemOptions.BLOCK_SIZE)).isEqualTo(32L << 20);
    }

    @Test
    void read_keysThatHadoopHasForItself_areLeftToIt() throws IOException {
        HadoopConfiguration read = read(
                "fs.spate.impl", "io.spate.hadoop.SpateFileSystem",
                "fs.spate.impl.disable.cache", "true",
                "fs.spate.automatic.close", "false");

        assertThat(read.engineOptions().get(Option.ENDPOINT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "fs.spate.endpiont, endpoint",
        "fs.spate.blocksize, block-size",
        "fs.spate.stat-cache.tll, stat-cache.ttl",
        "fs.spate.secretkey, secret-key"
    })
    void read_misspelledKey_isRefusedWithTheNearest(String key, String nearest) {
        assertThatThrownBy(() -> read(key, "hidden"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(nearest)
                .hasMessageNotContaining("hidden");
    }

    @ParameterizedTest
    @CsvSource({"fs.spate.block-size, 1 MiB", "fs.spate.trash, perhaps", "fs.spate.read.policy, backwards"})
    void read_valueThatIsWrong_isRefusedNamingIt(String key, String value) {
        assertThatThrownBy(() -> read(key, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key)
                .hasMessageContaining(value);
    }

    @Test
    void engineOptions_valueThatIsWrong_isRefusedNamingThePrefix() throws IOException {
        HadoopConfiguration read = read("fs.spate.write.part-size", "1 b", "fs.spate.secret-key", "hidden");

        assertThatThrownBy(read::engineOptions)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("fs.spate.")
                .hasMessageContaining("write.part-size")
                .hasMessageNotContaining("hidden");
    }

    @Test
    void read_variables_areFilledIn() throws IOException {
        assertThat(read("my.port", "7", "fs.spate.endpoint", "http://127.0.0.1:${my.port}")
                        .engineOptions()
                        .get(Option.ENDPOINT))
                .hasValueSatisfying(endpoint -> assertThat(endpoint.getPort()).isEqualTo(7));
    }

    @Test
    void read_credentialProvider_givesTheSecrets(@TempDir Path directory) throws IOException {
        Configuration configuration = new Configuration(false);
        configuration.set(
                CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, "jceks://file" + directory.resolve("keys.jceks"));
        CredentialProvider provider =
                CredentialProviderFactory.getProviders(configuration).get(0);
        provider.createCredentialEntry("fs.spate.access-key", "of all".toCharArray());
        provider.createCredentialEntry("fs.spate.secret-key", "secret of all".toCharArray());
        provider.createCredentialEntry("fs.spate.bucket.my.data.bucket.access-key", "own".toCharArray());
        provider.createCredentialEntry("fs.spate.bucket.my.data.bucket.secret-key", "own secret".toCharArray());
        provider.flush();

        HadoopConfiguration read = HadoopConfiguration.read(configuration, BUCKET);

        assertThat(read.engineOptions().get(Option.SECRET_KEY)).contains("secret of all");
        assertThat(read.engineOptions().forBucket(BUCKET).get(Option.ACCESS_KEY))
                .contains("own");
        assertThat(read.engineOptions().forBucket(BUCKET).get(Option.SECRET_KEY))
                .contains("own secret");
        assertThat(read.engineOptions().toString()).doesNotContain("secret of all", "own secret");
    }

    private static HadoopConfiguration read(String... pairs) throws IOException {
        Configuration configuration = new Configuration(false);
        for (int i = 0; i < pairs.length; i += 2) {
            configuration.set(pairs[i], pairs[i + 1]);
        }
        return HadoopConfiguration.read(configuration, BUCKET);
    }
}
