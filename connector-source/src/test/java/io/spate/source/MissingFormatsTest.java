package io.spate.source;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A Flink that has the libraries of no format of columns. */
@Timeout(60)
final class MissingFormatsTest {
    private static final List<String> MISSING = List.of(
            "org.apache.parquet.",
            "org.apache.orc.",
            "org.apache.avro.",
            "org.apache.hadoop.",
            "org.apache.flink.formats.parquet.",
            "org.apache.flink.formats.avro.",
            "org.apache.flink.orc.");

    @Test
    void tables_withoutTheLibraries_canBeLinked() throws Exception {
        try (WithoutFormats loader = new WithoutFormats()) {
            for (String name : List.of("SpateTableSourceFactory", "TableDecoding", "ColumnDecoding", "RowDecoding")) {
                Class<?> type = Class.forName("io.spate.source." + name, true, loader);
                assertThat(type.getClassLoader()).isSameAs(loader);
                // Which needs all types that its methods name.
                assertThat(type.getDeclaredMethods()).isNotEmpty();
            }
            assertThatThrownBy(() -> Class.forName("org.apache.parquet.io.InputFile", true, loader))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    /** Has classes of its own, and all others but those that are missing. */
    private static final class WithoutFormats extends URLClassLoader {
        WithoutFormats() {
            super(
                    new URL[] {
                        SpateSource.class.getProtectionDomain().getCodeSource().getLocation()
                    },
                    SpateSource.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (MISSING.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.spate.source.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }
}
