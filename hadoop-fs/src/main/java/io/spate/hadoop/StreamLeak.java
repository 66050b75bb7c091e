package io.spate.hadoop;

import java.lang.ref.Cleaner;
import java.util.function.BiConsumer;

import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.ObjectReader;

/**
 * What an open stream holds, apart from it, so that a stream which was dropped without {@code close()} is closed and
 * reported when it is garbage collected: once, with the path and where it was opened.
 */
final class StreamLeak implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamLeak.class);
    private static final Cleaner CLEANER = Cleaner.create();

    private final Path path;
    private final ObjectReader reader;
    private final BiConsumer<String, Throwable> report;
    private final Throwable opened =
            new Throwable("opened here, by thread " + Thread.currentThread().getName());
    private volatile boolean closed;

    StreamLeak(Path path, ObjectReader reader, BiConsumer<String, Throwable> report) {
        this.path = path;
        this.reader = reader;
        this.report = report;
    }

    static StreamLeak logged(Path path, ObjectReader reader) {
        return new StreamLeak(path, reader, LOG::warn);
    }

    /** Watches a stream. What comes of this closes the reader, when the stream is closed. */
    Cleaner.Cleanable watch(SpateInputStream stream) {
        return CLEANER.register(stream, this);
    }

    /** From now on there is nothing to report. */
    void closed() {
        closed = true;
    }

    @Override
    public void run() {
        reader.close();
        if (!closed) {
            report.accept(
                    "the stream of " + path + " was never closed: close it, its memory was held until now", opened);
        }
    }
}
