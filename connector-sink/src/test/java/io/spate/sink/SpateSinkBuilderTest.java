package io.spate.sink;

import java.time.Duration;
import java.util.Map;

import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SpateSinkBuilderTest {
    @Test
    void build_completeSink_isSerialisableWithSerializersOfVersion1() throws Exception {
        SpateSink<String> sink = InstantiationUtil.clone(complete()
                .bucketBy((record, context) -> record)
                .rolling(Rolling.defaults().withMaxRecords(10))
                .compression(Compression.ZSTD)
                .deliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .createEmptyObject(true)
                .janitor(Duration.ofDays(7))
                .option("endpoint", "http://localhost:9000")
                .options(Map.of("write.concurrency", "4"))
                .build());
        assertThat(sink.getCommittableSerializer().getVersion()).isEqualTo(1);
        assertThat(sink.getWriterStateSerializer().getVersion()).isEqualTo(1);
    }

    @Test
    void build_withoutPath_saysSo() {
        assertThatThrownBy(() ->
                        SpateSink.<String>builder().format(SinkFormats.lines()).build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("path(\"spate://bucket/prefix/\")");
    }

    @Test
    void build_withoutFormat_saysSo() {
        assertThatThrownBy(() ->
                        SpateSink.<String>builder().path("spate://bucket/").build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("format(SinkFormats.lines())");
    }

    @Test
    void build_malformedPath_isRefusedNamingIt() {
        assertThatThrownBy(() -> complete().path("s3://bucket/key").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("s3://bucket/key", "spate://");
        assertThatThrownBy(() -> complete().path("spate://bucket//twice").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/twice/");
    }

    @Test
    void build_templateThatCollides_isRefusedNamingIt() {
        assertThatThrownBy(
                        () -> complete().keyTemplate("{prefix}{id}{extension}").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("{prefix}{id}{extension}", "{counter}");
        assertThatThrownBy(() -> complete()
                        .bucketBy((record, context) -> record)
                        .keyTemplate("{prefix}{id}-{counter}")
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("{bucket}");
    }

    @Test
    void build_templateThatIsTooLongWithThePath_isRefused() {
        assertThatThrownBy(() ->
                        complete().path("spate://bucket/" + "p".repeat(1000)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1024");
    }

    @Test
    void build_compressionOfABulkFormat_isRefused() {
        assertThatThrownBy(() -> complete()
                        .format(TestFormats.framed())
                        .compression(Compression.GZIP)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("compress");
    }

    @Test
    void build_unknownOption_isRefusedWithTheNearest() {
        assertThatThrownBy(() -> complete().option("write.concurency", "8").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("write.concurency", "write.concurrency");
    }

    @Test
    void build_wrongValue_isRefusedNamingOptionAndValue() {
        assertThatThrownBy(() -> complete().option("write.concurrency", "many").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("write.concurrency", "many");
    }

    @Test
    void deliveryGuarantee_none_isRefused() {
        assertThatThrownBy(() -> complete().deliveryGuarantee(DeliveryGuarantee.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("NONE", "EXACTLY_ONCE", "AT_LEAST_ONCE");
    }

    @Test
    void janitor_ageThatMayBeInUse_isRefused() {
        assertThatThrownBy(() -> complete().janitor(Duration.ofMinutes(59)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("janitor", "PT59M", "savepoint");
    }

    private static SpateSinkBuilder<String> complete() {
        return SpateSink.<String>builder().path("spate://bucket/out").format(SinkFormats.lines());
    }

    @Test
    void build_janitorThatWouldAbortOpenObjects_isRefused() {
        SpateSinkBuilder<String> builder = SpateSink.<String>builder()
                .path("spate://bucket/out/")
                .format(SinkFormats.lines())
                .rolling(Rolling.defaults().withMaxAge(Duration.ofDays(2)))
                .janitor(Duration.ofDays(2));
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("janitor", "PT48H", "rolling");
    }
}
