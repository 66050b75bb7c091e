package io.spate.source;

import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ObjectInfo;
import io.spate.engine.PathPattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SelectionTest {
    @ParameterizedTest
    @CsvSource({
        "spate://bucket/t/, t/a.csv, true",
        "spate://bucket/t/, t/_SUCCESS, false",
        "spate://bucket/t/, t/.a.crc, false",
        "spate://bucket/t/, t/_temporary/0/a.csv, false",
        "spate://bucket/t/, t/a/.hidden/a.csv, false",
        "spate://bucket/t/, t/_day=1/a.csv, true",
        "spate://bucket/t/, t/_day=1, false",
        "spate://bucket/t/, t/__HIVE_DEFAULT_PARTITION__/a.csv, true",
        "spate://bucket/_t/, _t/a.csv, true",
        "spate://bucket/_t/.x/, _t/.x/_a, false",
        "spate://bucket/_SUCCESS, _SUCCESS, true",
        "spate://bucket/t/_*, t/_SUCCESS, true",
        "spate://bucket/t/*/, t/_temporary/a, false",
        "spate://bucket, _a/b, false",
    })
    void names_byDefault_leaveOutHiddenBelowThePath(String path, String key, boolean read) {
        assertThat(reads(Selection.DEFAULT, path, key)).isEqualTo(read);
        assertThat(reads(Selection.DEFAULT.withHidden(), path, key)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "*.csv, t/a.csv, true",
        "*.csv, t/x/y/a.csv, true",
        "*.csv, t/a.json, false",
        "2026/**/*.csv, t/2026/11/30/a.csv, true",
        "2026/**/*.csv, t/2025/11/30/a.csv, false",
        "2026/*.csv, t/2026/11/a.csv, false",
        "t/*.csv, t/a.csv, false",
    })
    void names_pattern_isOfNameOrOfKeyBelowThePath(String pattern, String key, boolean matches) {
        Selection all = Selection.DEFAULT;

        assertThat(reads(all.withInclude(List.of(pattern)), "spate://bucket/t/", key))
                .isEqualTo(matches);
        assertThat(reads(all.withInclude(List.of("no", pattern)), "spate://bucket/t", key))
                .isEqualTo(matches);
        assertThat(reads(all.withExclude(List.of(pattern)), "spate://bucket/t/", key))
                .isEqualTo(!matches);
        assertThat(reads(all.withInclude(List.of("**")).withExclude(List.of(pattern)), "spate://bucket/t/", key))
                .isEqualTo(!matches);
    }

    @Test
    void names_patternBelowPathWithWildcards_isOfWhatFollowsItsDirectory() {
        Selection selection = Selection.DEFAULT.withInclude(List.of("2026-*/a.csv"));

        assertThat(reads(selection, "spate://bucket/t/2026-1*/", "t/2026-11/a.csv"))
                .isTrue();
    }

    @Test
    void isInTime_bounds_takeInTheFirstAndLeaveOutTheLast() {
        ObjectInfo object = TestObjects.object("a", 1);
        Instant time = object.lastModified();
        Selection all = Selection.DEFAULT;

        assertThat(all.isInTime(object)).isTrue();
        assertThat(all.withAfter(time).isInTime(object)).isTrue();
        assertThat(all.withAfter(time.plusMillis(1)).isInTime(object)).isFalse();
        assertThat(all.withBefore(time).isInTime(object)).isFalse();
        assertThat(all.withBefore(time.plusMillis(1)).isInTime(object)).isTrue();
    }

    @Test
    void withPattern_malformed_isRefused() {
        assertThatThrownBy(() -> Selection.DEFAULT.withInclude(List.of("{a")))
                .hasMessageContaining("malformed pattern '{a'");
        assertThatThrownBy(() -> Selection.DEFAULT.withAfter(Instant.EPOCH).withBefore(Instant.EPOCH))
                .hasMessageContaining("change one of them");
    }

    private static boolean reads(Selection selection, String path, String key) {
        return selection.names(PathPattern.parse(path)).test(TestObjects.object(key, 1));
    }
}
