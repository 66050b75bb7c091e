package io.spate.bulk;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ObjectUri;
import io.spate.engine.PathPattern;
import io.spate.engine.UploadInfo;

import static org.assertj.core.api.Assertions.assertThat;

final class UploadFilterTest {
    private static final String ID = "0f8fad5b-d9cb-469f-a165-70867728950e";
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

    @Test
    void matches_paths_areThoseOfLs() {
        assertThat(filter("spate://b/logs").matches(upload("logs/x"))).isTrue();
        assertThat(filter("spate://b/logs").matches(upload("logs"))).isTrue();
        assertThat(filter("spate://b/logs").matches(upload("logs-old/x"))).isFalse();
        assertThat(filter("spate://b/*/x").matches(upload("logs/x"))).isTrue();
    }

    @Test
    void matches_pattern_isForTheWholeKey() {
        UploadFilter filter = new UploadFilter(
                PathPattern.parse("spate://b/logs/"),
                Optional.of(PathPattern.wholeKeys("**/*.gz")),
                Optional.empty(),
                NOW);

        assertThat(filter.matches(upload("logs/a/b.gz"))).isTrue();
        assertThat(filter.matches(upload("logs/a/b.csv"))).isFalse();
        assertThat(filter.matches(upload("other/b.gz"))).isFalse();
    }

    @Test
    void matches_age_isAtLeastThat() {
        UploadFilter filter = new UploadFilter(
                PathPattern.parse("spate://b"), Optional.empty(), Optional.of(Duration.ofDays(7)), NOW);

        assertThat(filter.matches(upload("k", NOW.minus(Duration.ofDays(7))))).isTrue();
        assertThat(filter.matches(upload("k", NOW.minus(Duration.ofDays(7)).plusMillis(1))))
                .isFalse();
        assertThat(filter.matches(upload("k", NOW.plusSeconds(60)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {ID + "-0", "a/b=1/" + ID + "-12.csv.gz", "line\nfeed/" + ID + "-3"})
    void isOwn_keysOfTheDefaultTemplate_are(String key) {
        assertThat(UploadFilter.isOwn(upload(key))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ID,
                ID + "-",
                ID + "-x",
                ID + "-0/x",
                "part-" + ID + "-0", // as other sinks of Flink name them
                "00000-0-" + ID + "-00001.parquet", // as Iceberg does
                "part-00000-" + ID + "-c000.snappy.parquet", // as Spark does
                "F" + ID + "-0",
                "0f8fad5b-d9cb-469f-a165-0",
            })
    void isOwn_otherKeys_areNot(String key) {
        assertThat(UploadFilter.isOwn(upload(key))).isFalse();
    }

    private static UploadFilter filter(String paths) {
        return new UploadFilter(PathPattern.parse(paths), Optional.empty(), Optional.empty(), NOW);
    }

    private static UploadInfo upload(String key) {
        return upload(key, NOW);
    }

    private static UploadInfo upload(String key, Instant initiated) {
        return new UploadInfo(new ObjectUri("b", key), "id", initiated);
    }
}
