package io.spate.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.spate.engine.WriterFixture.PART;
import static io.spate.engine.WriterFixture.URI;
import static io.spate.engine.WriterFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A writer at the limits of a store that allows five parts, or 1 MiB. */
@Timeout(60)
class WriteLimitsTest {
    private static final StoreProfile FIVE_PARTS =
            new StoreProfile(PART, 10 * PART, 5, 100 * PART, false, true, true, true, false, false);

    private final WriterFixture fixture = new WriterFixture(Map.of());
    private final IoStats stats = new IoStats();
    private final TransferResources resources = new TransferResources(32 << 20, 4);
    private final StoreTasks tasks = new StoreTasks(
            fixture.memory,
            bucket -> new Retry(Duration.ZERO, System::nanoTime, RandomGenerator.getDefault()),
            resources,
            stats);

    @Test
    void write_onceAcrossTheLimitOfParts_fails() throws Exception {
        ObjectWriter writer = writer(FIVE_PARTS);
        assertThatThrownBy(() -> writer.write(new byte[40 * PART], 0, 40 * PART))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(URI.toString())
                .hasMessageContaining("4 parts")
                .hasMessageContaining("write.part-size");
        writer.close();
    }

    @Test
    void isFull_beforeTheLastPart_leavesOneForTheTail() throws Exception {
        ObjectWriter writer = writer(FIVE_PARTS);
        while (!writer.isFull()) {
            writer.write(new byte[PART / 2], 0, PART / 2);
        }
        writer.write(new byte[PART / 2], 0, PART / 2);
        PersistedObject state = get(writer.persist());
        assertThat(state.upload().orElseThrow().parts()).hasSizeLessThan(5);
        long length = writer.length();
        assertThat(get(writer.finish()).length()).isEqualTo(length);
    }

    @Test
    void write_beyondTheLargestObject_failsBeforeItTakesAnything() throws Exception {
        StoreProfile small = new StoreProfile(PART, 5 * PART, 100, 10 * PART, false, true, true, true, false, false);
        try (ObjectWriter writer = writer(small)) {
            writer.write(new byte[10 * PART], 0, 10 * PART);
            assertThatThrownBy(() -> writer.write(new byte[1], 0, 1))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(Integer.toString(10 * PART));
            assertThat(writer.length()).isEqualTo(10 * PART);
        }
    }

    /** No thread can be started any more. */
    @Test
    void publish_whenNoThreadStarts_failsAndGivesTheMemoryBack() throws IOException {
        ObjectWriter writer = writer(FIVE_PARTS);
        writer.write(new byte[10], 0, 10);
        resources.close();
        assertThat(writer.publish()).isCompletedExceptionally();
        assertThat(resources.pool().usedBytes()).isZero();
    }

    @Test
    void settings_equalPartsTooLargeForAState_areRefused() {
        StoreProfile equal = StoreProfile.of(SpateOptions.of(Map.of("write.equal-parts", "true")));
        assertThatThrownBy(() -> new WriteSettings(equal, 2L << 30, 1, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write.part-size")
                .hasMessageContaining("2 GiB");
    }

    private ObjectWriter writer(StoreProfile profile) throws StoreException {
        WriteSettings settings = new WriteSettings(profile, PART, 2, false);
        UploadCommitter committer = new UploadCommitter(tasks, bucket -> settings);
        return new ObjectWriter(WriteTarget.of(URI), settings, tasks, committer, MemoryRelief.NONE);
    }
}
