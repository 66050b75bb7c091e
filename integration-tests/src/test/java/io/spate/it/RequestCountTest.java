package io.spate.it;

import java.util.List;
import java.util.Map;

import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.spate.embedded.EmbeddedStore;
import io.spate.engine.Engine;
import io.spate.engine.IoStat;
import io.spate.engine.SpateOptions;
import io.spate.source.Formats;
import io.spate.source.SpateSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How many requests a job costs: the fewest there can be. */
@Timeout(120)
final class RequestCountTest {
    private static final int RANGE_SIZE = 64 << 10;
    private static final int LINE_LENGTH = 64;

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = ReadingJob.cluster();

    private final EmbeddedStore store = TestStore.get();
    private String bucket;

    @BeforeEach
    void makeBucket() throws Exception {
        bucket = TestStore.newBucket();
    }

    /** The requests of one job, and how many lines it read. */
    private record Cost(long lists, long heads, long gets, int lines) {}

    @Test
    void read_2500SmallObjects_costsThreeListsAndOneGetEach() throws Exception {
        for (int i = 0; i < 2500; i++) {
            store.put(bucket, "small/" + i, "line " + i + "\n");
        }

        assertThat(read(64 << 20)).isEqualTo(new Cost(3, 0, 2500, 2500));
    }

    @Test
    void read_emptyObjects_costsNoGets() throws Exception {
        for (int i = 0; i < 10; i++) {
            store.put(bucket, "empty/" + i, "");
        }

        assertThat(read(4 * RANGE_SIZE)).isEqualTo(new Cost(1, 0, 0, 0));
    }

    @Test
    void read_objectsOfManySizes_costsOneGetForEachRange() throws Exception {
        List<Integer> sizes = List.of(
                LINE_LENGTH,
                RANGE_SIZE - LINE_LENGTH,
                RANGE_SIZE,
                RANGE_SIZE + LINE_LENGTH,
                4 * RANGE_SIZE,
                4 * RANGE_SIZE + LINE_LENGTH,
                23 * RANGE_SIZE - LINE_LENGTH,
                57 * RANGE_SIZE + LINE_LENGTH);
        long gets = 0;
        int lines = 0;
        for (int size : sizes) {
            store.put(bucket, "object-of-" + size, ("x".repeat(LINE_LENGTH - 1) + "\n").repeat(size / LINE_LENGTH));
            gets += (size + RANGE_SIZE - 1) / RANGE_SIZE;
            lines += size / LINE_LENGTH;
        }

        assertThat(read(4 * RANGE_SIZE)).isEqualTo(new Cost(1, 0, gets, lines));
    }

    /** Reads the bucket in a job, and counts in the engine that the job shares with this test. */
    private Cost read(int splitSize) throws Exception {
        Map<String, String> options = TestStore.options("read.range-size", Integer.toString(RANGE_SIZE));
        SpateSource<String> source = SpateSource.<String>builder()
                .paths("spate://" + bucket + "/")
                .format(Formats.lines())
                .splitSize(splitSize)
                .options(options)
                .build();
        try (Engine engine = Engine.open(SpateOptions.of(options))) {
            int lines = ReadingJob.read(source, 2).size();
            return new Cost(
                    engine.stats().get(IoStat.LIST_REQUESTS),
                    engine.stats().get(IoStat.HEAD_REQUESTS),
                    engine.stats().get(IoStat.GET_REQUESTS),
                    lines);
        }
    }
}
