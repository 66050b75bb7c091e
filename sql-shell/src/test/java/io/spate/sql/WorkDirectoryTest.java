package io.spate.sql;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class WorkDirectoryTest {
    @Test
    void close_whileOthersRemoveFiles_removesTheRest() throws Exception {
        WorkDirectory work = WorkDirectory.create();
        fill(work.path());
        CountDownLatch start = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<CompletableFuture<Void>> closings = Stream.generate(
                            () -> CompletableFuture.runAsync(() -> close(work, start), threads))
                    .limit(4)
                    .toList();
            start.countDown();
            for (CompletableFuture<Void> closing : closings) {
                closing.get(30, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(work.path()).doesNotExist();
    }

    private static void fill(Path path) throws Exception {
        for (int directory = 0; directory < 20; directory++) {
            Path below =
                    Files.createDirectories(path.resolve("spill-" + directory).resolve("deep"));
            for (int file = 0; file < 50; file++) {
                Files.writeString(below.resolve("channel-" + file), "data");
            }
        }
    }

    private static void close(WorkDirectory work, CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        work.close();
    }
}
