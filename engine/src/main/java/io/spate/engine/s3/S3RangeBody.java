package io.spate.engine.s3;

import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.AbortableInputStream;

import io.spate.engine.RangeBody;

/**
 * The body of a checked answer. A body that ends before its length is an {@link IOException}, never a quiet -1.
 *
 * <p>The stream under it reads all that is left when it is closed, so it is closed after the last byte only; anywhere
 * else the connection is broken off.
 */
final class S3RangeBody implements RangeBody {
    private final AbortableInputStream stream;
    private final AtomicBoolean over = new AtomicBoolean();
    private final String etag;
    private long left;

    /**
     * @param length of the body in bytes, as the answer announced it
     * @param etag without quotes, empty if the answer had none
     */
    S3RangeBody(AbortableInputStream stream, long length, String etag) {
        this.stream = stream;
        this.left = length;
        this.etag = etag;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (over.get()) {
            throw new IOException("the body was aborted or closed");
        }
        if (left == 0 || length == 0) {
            return left == 0 ? -1 : 0;
        }
        int count = readStream(target, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the body ended " + left + " bytes too early");
        }
        left -= count;
        return count;
    }

    @Override
    public String etag() {
        return etag;
    }

    @Override
    public void abort() {
        if (over.compareAndSet(false, true)) {
            stream.abort();
        }
    }

    @Override
    public void close() {
        if (left > 0) {
            abort();
        } else if (over.compareAndSet(false, true)) {
            closeStream();
        }
    }

    private int readStream(byte[] target, int offset, int length) throws IOException {
        try {
            return stream.read(target, offset, length);
        } catch (SdkException | IllegalStateException e) {
            throw new IOException("the body broke off: " + e.getMessage(), e);
        }
    }

    private void closeStream() {
        try {
            stream.close();
        } catch (IOException | RuntimeException e) {
            // Every byte has been delivered: all there is to lose is a connection that could have been used again.
            stream.abort();
        }
    }
}
