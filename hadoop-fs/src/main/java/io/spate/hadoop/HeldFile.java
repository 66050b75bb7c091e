package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.apache.hadoop.util.Progressable;

import io.spate.engine.ObjectWriter;
import io.spate.engine.Upload;

/**
 * A file that is written under a temporary name and is an upload for the name that it will be renamed to. What is less than
 * a part has no upload, and waits in memory to be one PUT; unless others need the memory, and it becomes an upload after
 * all. Thread-safe.
 *
 * <pre>
 *   WRITING ──close──► HELD ──complete──► GONE
 *      └─────────abort───┴──────────────────▲
 * </pre>
 */
final class HeldFile implements Held, SpateOutputStream.Destination {
    private enum State {
        WRITING,
        HELD,
        GONE
    }

    private static final Progressable SILENT = () -> {};

    private final HeldName name;
    private final ObjectWriter writer;
    private final Progressable progress;
    private volatile State state = State.WRITING;
    private volatile long length;
    private Optional<CompletableFuture<Upload>> upload = Optional.empty();

    HeldFile(HeldName name, ObjectWriter writer, Progressable progress) {
        this.name = name;
        this.writer = writer;
        this.progress = progress;
    }

    @Override
    public HeldName name() {
        return name;
    }

    /** With as many bytes as were written. */
    @Override
    public SpateFileStatus status() {
        return name.status(length);
    }

    @Override
    public boolean isThere() {
        return state != State.GONE;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock of the writer
    public void wrote(int count) {
        length += count;
    }

    /** Waits until the store has all parts, if there is more than one. */
    @Override
    public void accept(ObjectWriter written) throws IOException {
        requireThere();
        if (written.hasUpload()) {
            upload = Optional.of(written.finish());
            Waiting.forResult(upload.get(), "closing", temporary(), progress);
        }
        state = State.HELD;
    }

    @Override
    public void giveUp(ObjectWriter written) throws IOException {
        abort();
    }

    /**
     * Makes the target what was written, if there still is none, where the store sees to that. If the store fails to complete
     * an upload, that is held on, and this may be called again; what has no upload is given up then. Tells progress to
     * whoever wrote the file.
     */
    @Override
    public void complete() throws IOException {
        synchronized (writer) {
            requireThere();
            if (state == State.WRITING) {
                throw new IOException("cannot rename " + temporary() + ": its stream is not closed yet");
            }
            if (upload.isPresent()) {
                Upload sent = Waiting.forResult(upload.get(), "completing", target(), progress);
                Waiting.forResult(
                        name.bucket()
                                .engine()
                                .committer()
                                .commit(sent, name.bucket().ifAbsent()),
                        "completing",
                        target(),
                        progress);
                state = State.GONE;
            } else {
                state = State.GONE;
                Waiting.forResult(writer.publish(), "writing", target(), progress);
            }
        }
    }

    /** Called by threads that hold the lock of another writer, which is still written; so only what is closed is locked. */
    @Override
    public boolean relieve() {
        if (state != State.HELD || length == 0) {
            return false;
        }
        synchronized (writer) {
            if (state != State.HELD || upload.isPresent()) {
                return false;
            }
            try {
                upload = Optional.of(writer.finish());
            } catch (IOException e) {
                upload = Optional.of(CompletableFuture.failedFuture(e));
            }
            return true;
        }
    }

    @Override
    public boolean abort() throws IOException {
        synchronized (writer) {
            if (state == State.GONE) {
                return false;
            }
            state = State.GONE;
            Waiting.forResult(writer.abort(), "aborting", temporary(), SILENT);
            return true;
        }
    }

    @Override
    public boolean delete() throws IOException {
        return abort();
    }

    private void requireThere() throws FileNotFoundException {
        if (state == State.GONE) {
            throw name.gone();
        }
    }
}
