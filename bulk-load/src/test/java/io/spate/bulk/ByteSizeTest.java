package io.spate.bulk;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({"0,0", "12,12", "12b,12", "8k,8192", "8 MiB,8388608", "8mb,8388608", "8M,8388608", "2g,2147483648"})
    void convert_size_isBytes(String text, long bytes) {
        assertThat(new ByteSize().convert(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "-1", "1.5m", "8 miles", "999999999999t"})
    void convert_anythingElse_isRefusedNamingIt(String text) {
        assertThatThrownBy(() -> new ByteSize().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void format_bytes_hasTheLargestUnitUpToMegabytes() {
        assertThat(ByteSize.format(0)).isEqualTo("0 B");
        assertThat(ByteSize.format(999)).isEqualTo("999 B");
        assertThat(ByteSize.format(1500)).isEqualTo("1.5 kB");
        assertThat(ByteSize.format(512L << 20)).isEqualTo("536.9 MB");
        assertThat(ByteSize.format(12_345_600_000L)).isEqualTo("12,345.6 MB");
    }
}
