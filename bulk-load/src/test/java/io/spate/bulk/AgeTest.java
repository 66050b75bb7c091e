package io.spate.bulk;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class AgeTest {
    @ParameterizedTest
    @CsvSource({"0s,PT0S", "90min,PT90M", "36h,PT36H", "7d,PT168H", "2 W,PT336H", "999999w,PT167999832H"})
    void convert_age_isItsDuration(String text, Duration age) {
        assertThat(new Age().convert(text)).isEqualTo(age);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7", "d", "-1d", "1.5d", "7m", "7 days", "1000000d", "7d 3h"})
    void convert_anythingElse_isRefusedNamingIt(String text) {
        assertThatThrownBy(() -> new Age().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("such as 7d");
    }
}
