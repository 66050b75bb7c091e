package io.spate.sink;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BucketNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a", "country=DE/2026-11-30", "a.b/.c/...", "é 漢字 \uD83D\uDE00", "%2F"})
    void check_goodBucket_isTheSame(String bucket) {
        assertThat(BucketNames.check(bucket)).isSameAs(bucket);
    }

    @ParameterizedTest
    @CsvSource({
        "/a, starts with '/'",
        "a/, ends with '/'",
        "/, starts with '/'",
        "a//b, 'contains ''//'', an empty segment'",
        "., has a segment '.'",
        "a/../b, has a segment '..'",
        "a/., has a segment '.'"
    })
    void check_badBucket_isRefusedByName(String bucket, String fault) {
        assertThatThrownBy(() -> BucketNames.check(bucket))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + bucket + "' is no bucket: it ")
                .hasMessageContaining(fault);
    }

    @Test
    void check_charactersThatAreNoText_areRefusedAndNotPrinted() {
        assertThatThrownBy(() -> BucketNames.check("a\nb"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a\uFFFDb' is no bucket: it contains the character U+000A");
        assertThatThrownBy(() -> BucketNames.check("a\uD83D"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'a\uFFFD' is no bucket: it contains the character U+D83D");
    }

    @Test
    void check_null_isRefused() {
        assertThatThrownBy(() -> BucketNames.check(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the bucket is null");
    }
}
