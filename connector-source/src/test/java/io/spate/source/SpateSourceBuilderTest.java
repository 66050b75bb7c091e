package io.spate.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.testutils.source.reader.TestingSplitEnumeratorContext;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SpateSourceBuilderTest {
    @Test
    void build_completeSource_isBoundedTypedAndSerialisable() throws Exception {
        SpateSource<String> source = InstantiationUtil.clone(complete()
                .splitSize(1 << 20)
                .allowEmpty()
                .option("endpoint", "http://localhost:9000")
                .options(Map.of("read.concurrency", "8"))
                .build());
        assertThat(source.getBoundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(source.getProducedType()).isEqualTo(Types.STRING);
    }

    @Test
    void build_withoutPaths_saysSo() {
        assertThatThrownBy(() ->
                        SpateSource.<String>builder().format(Formats.lines()).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("paths(");
    }

    @Test
    void build_withoutFormat_saysSo() {
        assertThatThrownBy(() ->
                        SpateSource.<String>builder().paths("spate://bucket/").build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("format(");
    }

    @Test
    void build_malformedPath_isRefusedNamingIt() {
        assertThatThrownBy(() -> complete().paths("s3://bucket/key").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("s3://bucket", "spate://");
    }

    @ParameterizedTest
    @CsvSource({
        "spate://b/t/, spate://b/t/bad/",
        "spate://b/t, spate://b/t/bad/",
        "spate://b, spate://b/bad",
        "spate://b/**, spate://b/bad",
        "spate://b/t/, spate://b/t/"
    })
    void build_deadLettersThatWouldBeRead_areRefusedNamingBoth(String path, String letters) {
        assertThatThrownBy(() -> complete()
                        .paths("spate://c/", path)
                        .deadLetters(letters)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(letters, "'" + path + "'", "begins with '_'");
    }

    @Test
    void build_deadLettersThatWouldNotBeRead_areTaken() {
        assertThat(complete()
                        .paths("spate://b/t/")
                        .deadLetters("spate://b/t-bad/")
                        .build())
                .isNotNull();
        assertThat(complete().paths("spate://b/t/").deadLetters("spate://c/t/").build())
                .isNotNull();
        assertThat(complete()
                        .paths("spate://b/t/")
                        .deadLetters("spate://b/t/_bad/")
                        .build())
                .isNotNull();
        assertThat(complete()
                        .paths("spate://b/t/*.csv")
                        .deadLetters("spate://b/t/")
                        .build())
                .isNotNull();
        assertThat(complete()
                        .paths("spate://b/t/")
                        .exclude("bad/**")
                        .deadLetters("spate://b/t/bad/")
                        .build())
                .isNotNull();
        assertThatThrownBy(() -> complete()
                        .paths("spate://b/t/")
                        .includeHidden()
                        .deadLetters("spate://b/t/_bad/")
                        .build())
                .hasMessageContaining("spate://b/t/_bad/");
    }

    @Test
    void build_unknownOption_isRefusedWithTheNearest() {
        assertThatThrownBy(() -> complete().option("read.concurency", "8").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("read.concurency", "read.concurrency");
    }

    @Test
    void build_wrongValue_isRefusedNamingOptionAndValue() {
        assertThatThrownBy(() -> complete().option("read.concurrency", "many").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("read.concurrency", "many");
    }

    @Test
    void splitSize_notPositive_isRefused() {
        assertThatThrownBy(() -> complete().splitSize(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("splitSize", "0");
    }

    private static SpateSourceBuilder<String> complete() {
        return SpateSource.<String>builder().paths("spate://bucket/").format(Formats.lines());
    }

    @Test
    void monitorContinuously_makesASourceWithoutAnEnd() {
        SpateSource<String> source = SpateSource.<String>builder()
                .paths("spate://bucket/")
                .format(Formats.lines())
                .discoveryWindow(Duration.ofMinutes(5))
                .monitorContinuously(Duration.ofSeconds(1))
                .build();
        assertThat(source.getBoundedness()).isEqualTo(Boundedness.CONTINUOUS_UNBOUNDED);
    }

    @Test
    void monitorContinuously_intervalOrWindowThatIsNone_isRefused() {
        SpateSourceBuilder<String> builder = SpateSource.builder();
        assertThatThrownBy(() -> builder.monitorContinuously(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> builder.discoveryWindow(Duration.ofSeconds(-1)))
                .hasMessageContaining("PT-1S");
    }

    @Test
    void restoreEnumerator_ofAnotherKindOrOfOtherPaths_isRefused() {
        SpateSource<String> ending = SpateSource.<String>builder()
                .paths("spate://bucket/new/")
                .format(Formats.lines())
                .build();
        SpateSource<String> continuous = SpateSource.<String>builder()
                .paths("spate://bucket/new/")
                .format(Formats.lines())
                .monitorContinuously(Duration.ofSeconds(1))
                .build();
        SpateEnumeratorState state =
                PathListing.beginning(Optional.of(DiscoveryState.beginning(List.of("spate://bucket/old/"))));
        TestingSplitEnumeratorContext<SpateSplit> context = new TestingSplitEnumeratorContext<>(1);

        assertThatThrownBy(() -> continuous.restoreEnumerator(context, state))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("spate://bucket/old/", "spate://bucket/new/");
        assertThatThrownBy(() -> ending.restoreEnumerator(context, state)).hasMessageContaining("monitorContinuously");
        assertThatThrownBy(() -> continuous.restoreEnumerator(context, PathListing.beginning(Optional.empty())))
                .hasMessageContaining("monitorContinuously");
    }
}
