package io.spate.hadoop;

import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectReader;
import io.spate.engine.ReadWindow;

/**
 * What a stream reads, and how.
 *
 * @param reader closed by the stream
 * @param minimum bytes that a random read fetches at least
 * @param windows for reads of several ranges
 * @param executor on which these are received
 * @param statistics of the file system, which count the bytes too
 */
record OpenedFile(
        Path path,
        ObjectReader reader,
        ReadPolicy policy,
        long minimum,
        Supplier<ReadWindow> windows,
        Executor executor,
        FileSystem.Statistics statistics) {

    long length() {
        return reader.info().length();
    }
}
