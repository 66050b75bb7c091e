package io.spate.hadoop;

import java.io.IOException;

import io.spate.engine.Upload;
import io.spate.engine.UploadCommitter;

/**
 * Chunks of a file that were concatenated under the name of the first one, and are an upload for the file. The chunks stay
 * until that is complete; so they are all there if nobody ever renames it. Thread-safe.
 */
final class HeldConcatenation implements Held {
    /** Removes the chunks. */
    interface Chunks {
        void remove() throws IOException;
    }

    private final HeldName name;
    private final UploadCommitter committer;
    private final Upload upload;
    private final Chunks chunks;
    private volatile boolean there = true;

    HeldConcatenation(HeldName name, Upload upload, Chunks chunks) {
        this.name = name;
        this.committer = name.bucket().engine().committer();
        this.upload = upload;
        this.chunks = chunks;
    }

    @Override
    public HeldName name() {
        return name;
    }

    @Override
    public SpateFileStatus status() {
        return name.status(upload.length());
    }

    @Override
    public boolean isThere() {
        return there;
    }

    @Override
    public synchronized void complete() throws IOException {
        if (!there) {
            throw name.gone();
        }
        Waiting.forResult(committer.commit(upload, name.bucket().ifAbsent()), "completing", target(), () -> {});
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
        Waiting.forResult(committer.abort(upload), "aborting", temporary(), () -> {});
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
