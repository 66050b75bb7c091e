package io.spate.source;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.apache.flink.api.connector.source.DynamicFilteringInfo;
import org.apache.flink.api.connector.source.DynamicParallelismInference;
import org.apache.flink.streaming.api.lineage.LineageDataset;
import org.apache.flink.streaming.api.lineage.SourceLineageVertex;
import org.junit.jupiter.api.Test;

import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** What is told of a source before it reads. */
class SurveyTest {
    private static final long MIB = 1L << 20;

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);

    @Test
    void bytes_fewObjects_isTheirSum() throws Exception {
        put(900, 10);

        assertThat(survey().bytes()).isEqualTo(OptionalLong.of(9_000));
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
    }

    @Test
    void bytes_moreThanAPage_isUnknown() throws Exception {
        put(1001, 1);

        assertThat(survey().bytes()).isEmpty();
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
    }

    @Test
    void inferParallelism_smallObjects_isByTheCostToOpenThem() {
        put(40, 10);

        assertThat(source(ScanSettings.UNLIMITED).inferParallelism(context(1000, 64 * MIB)))
                .isEqualTo(3);
        assertThat(source(ScanSettings.UNLIMITED).inferParallelism(context(2, 64 * MIB)))
                .isEqualTo(2);
    }

    @Test
    void inferParallelism_enoughObjectsOnTheFirstPage_listsNoOther() {
        put(5000, 10);

        assertThat(source(ScanSettings.UNLIMITED).inferParallelism(context(8, 64 * MIB)))
                .isEqualTo(8);
        assertThat(store.count(Operation.LIST)).isEqualTo(1);
    }

    @Test
    void inferParallelism_withLimit_listsNothing() {
        put(5000, 10);

        assertThat(source(10).inferParallelism(context(8, 64 * MIB))).isEqualTo(1);
        assertThat(source(3_500_000).inferParallelism(context(8, 64 * MIB))).isEqualTo(4);
        assertThat(store.count(Operation.LIST)).isZero();
    }

    @Test
    void inferParallelism_pathThatMatchesNothing_isOne() {
        memory.createBucket("bucket");

        assertThat(source(ScanSettings.UNLIMITED).inferParallelism(context(8, MIB)))
                .isEqualTo(1);
    }

    @Test
    void getLineageVertex_source_namesBucketsAndKeys() {
        SourceLineageVertex vertex =
                (SourceLineageVertex) source(ScanSettings.UNLIMITED).getLineageVertex();

        assertThat(vertex.datasets()).extracting(LineageDataset::namespace).containsExactly("spate://bucket");
        assertThat(vertex.datasets()).extracting(LineageDataset::name).containsExactly("t/");
    }

    private void put(int objects, int length) {
        for (int i = 0; i < objects; i++) {
            memory.put(new ObjectUri("bucket", "t/" + i), new byte[length]);
        }
    }

    private Survey survey() {
        return new Survey(store, TestSettings.of("spate://bucket/t/"));
    }

    private SpateSource<String> source(long limit) {
        return SpateSource.<String>builder()
                .paths(List.of("spate://bucket/t/"))
                .format(Formats.lines())
                .limit(limit)
                .build(() -> Engine.over(store, SpateOptions.defaults()));
    }

    private static DynamicParallelismInference.Context context(int most, long bytes) {
        return new DynamicParallelismInference.Context() {
            @Override
            public Optional<DynamicFilteringInfo> getDynamicFilteringInfo() {
                return Optional.empty();
            }

            @Override
            public int getParallelismInferenceUpperBound() {
                return most;
            }

            @Override
            public long getDataVolumePerTask() {
                return bytes;
            }
        };
    }
}
