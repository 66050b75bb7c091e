package io.spate.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;
import io.spate.engine.ObjectUri;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
final class StreamLeakTest {
    private final List<String> messages = new ArrayList<>();
    private final List<Throwable> places = new ArrayList<>();

    @Test
    void run_streamThatWasNotClosed_givesUpItsMemoryAndReportsWhereItWasOpened() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            ObjectReader reader = readerInUse(fixture);
            StreamLeak leak = new StreamLeak(StreamFixture.FILE, reader, this::report);

            leak.run();

            fixture.awaitNoMemoryInUse();
            assertThat(messages).singleElement().asString().contains("spate://bucket/d/file");
            assertThat(places.get(0).getStackTrace()[1].getClassName()).isEqualTo(StreamLeakTest.class.getName());
        }
    }

    @Test
    void run_streamThatWasClosed_reportsNothing() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            ObjectReader reader = readerInUse(fixture);
            StreamLeak leak = new StreamLeak(StreamFixture.FILE, reader, this::report);
            try (SpateInputStream in = new SpateInputStream(opened(fixture, reader), leak)) {
                assertThat(in.read()).isNotNegative();
            }
            fixture.awaitNoMemoryInUse();
            assertThat(messages).isEmpty();
        }
    }

    @Test
    void collect_streamThatWasDropped_reportsItOnce() throws Exception {
        try (StreamFixture fixture = new StreamFixture()) {
            CountDownLatch reported = new CountDownLatch(1);
            drop(fixture, reported);
            do {
                System.gc();
            } while (!reported.await(10, TimeUnit.MILLISECONDS));
            fixture.awaitNoMemoryInUse();
            assertThat(messages).hasSize(1);
        }
    }

    private void drop(StreamFixture fixture, CountDownLatch reported) throws Exception {
        ObjectReader reader = readerInUse(fixture);
        StreamLeak leak = new StreamLeak(StreamFixture.FILE, reader, (message, place) -> {
            report(message, place);
            reported.countDown();
        });
        assertThat(new SpateInputStream(opened(fixture, reader), leak).read()).isNotNegative();
    }

    private void report(String message, Throwable place) {
        messages.add(message);
        places.add(place);
    }

    private static ObjectReader readerInUse(StreamFixture fixture) throws Exception {
        ObjectInfo info =
                fixture.memory.put(new ObjectUri(FileSystemFixture.BUCKET, "d/file"), StreamFixture.random(1, 300_000));
        ObjectReader reader = fixture.engine().reader(info);
        assertThat(reader.read(new byte[1], 0, 1)).isEqualTo(1);
        return reader;
    }

    private static OpenedFile opened(StreamFixture fixture, ObjectReader reader) {
        return new OpenedFile(
                StreamFixture.FILE,
                reader,
                ReadPolicy.SEQUENTIAL,
                StreamFixture.MINIMUM,
                () -> fixture.engine().newWindow(FileSystemFixture.BUCKET),
                Runnable::run,
                new FileSystem.Statistics("spate"));
    }
}
