package io.spate.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.apache.hadoop.fs.Path;

import io.spate.engine.CommittedObject;
import io.spate.engine.ObjectWriter;

/** Writes a file that becomes visible, as a whole, when it is closed. Used by one thread at a time. */
final class SpateOutputStream extends OutputStream {
    private final Path path;
    private final ObjectWriter writer;
    private final byte[] single = new byte[1];
    private boolean closed;
    private boolean failed;

    SpateOutputStream(Path path, ObjectWriter writer) {
        this.path = path;
        this.writer = writer;
    }

    @Override
    public void write(int value) throws IOException {
        single[0] = (byte) value;
        write(single, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (closed) {
            throw new IOException("the stream is closed: " + path);
        }
        try {
            writer.write(source, offset, length);
        } catch (IOException e) {
            failed = true;
            throw Failures.at(path, e);
        }
    }

    /** Makes the file visible, unless a write has failed. Idempotent. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (!failed) {
                publish();
            }
        } finally {
            writer.close();
        }
    }

    private void publish() throws IOException {
        CompletableFuture<CommittedObject> published = writer.publish();
        try {
            published.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? Failures.at(path, failure) : new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while closing " + path);
        }
    }
}
