package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;

import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectInfo;
import io.spate.engine.Upload;

/**
 * Chunks of a file that were concatenated under the name of the first one, and are an upload for the file. The chunks stay
 * until that is complete; so they are all there if nobody ever renames it. Thread-safe.
 */
final class HeldConcatenation implements Held {
    /** Removes the chunks. */
    interface Chunks {
        void remove() throws IOException;
    }

    private final Bucket bucket;
    private final Path temporary;
    private final Path target;
    private final Upload upload;
    private final Chunks chunks;
    private final Instant created = Instant.now();
    private volatile boolean there = true;

    HeldConcatenation(Bucket bucket, Path temporary, Path target, Upload upload, Chunks chunks) {
        this.bucket = bucket;
        this.temporary = temporary;
        this.target = target;
        this.upload = upload;
        this.chunks = chunks;
    }

    @Override
    public Path temporary() {
        return temporary;
    }

    @Override
    public Path target() {
        return target;
    }

    @Override
    public SpateFileStatus status() {
        return bucket.fileStatus(temporary, new ObjectInfo(bucket.file(temporary), upload.length(), "", created));
    }

    @Override
    public boolean isThere() {
        return there;
    }

    @Override
    public synchronized void complete() throws IOException {
        if (!there) {
            throw new FileNotFoundException("it was deleted or renamed meanwhile: " + temporary);
        }
        Waiting.forResult(
                bucket.engine().committer().commit(upload, bucket.ifAbsent()), "completing", target, () -> {});
        there = false;
        chunks.remove();
    }

    /** False: all parts are in the store. */
    @Override
    public boolean relieve() {
        return false;
    }

    @Override
    public synchronized boolean abort() throws IOException {
        if (!there) {
            return false;
        }
        there = false;
        Waiting.forResult(bucket.engine().committer().abort(upload), "aborting", temporary, () -> {});
        return true;
    }

    @Override
    public synchronized boolean delete() throws IOException {
        if (!abort()) {
            return false;
        }
        chunks.remove();
        return true;
    }
}
