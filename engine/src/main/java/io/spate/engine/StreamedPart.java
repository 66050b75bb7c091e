package io.spate.engine;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/**
 * Sends one part whose bytes come from a stream, which can be read only once: so they are held in transfer memory until the
 * store has them. Used by one thread.
 */
final class StreamedPart {
    private final StoreTasks tasks;
    private final BufferPool pool;
    private final PartFiller filler;

    StreamedPart(StoreTasks tasks) {
        this.tasks = tasks;
        this.pool = tasks.resources().pool();
        this.filler = new PartFiller(pool, tasks.stats(), Long.MAX_VALUE, new Whole());
    }

    /** Reads so many bytes, and sends them. */
    CompletableFuture<Part> send(Upload upload, int number, InputStream source, long length) throws IOException {
        PartBuffer body = read(source, length);
        StoreRequest request = StoreRequest.part(Operation.UPLOAD_PART, upload, number);
        StoreTask<Part> task = tasks.prepare(request, () -> tasks.store().uploadPart(upload, number, body));
        CompletableFuture<Part> sent = task.result().whenComplete((part, e) -> pool.giveBackSent(body.takeBlocks()));
        task.submit();
        return sent;
    }

    private PartBuffer read(InputStream source, long length) throws IOException {
        pool.writerOpened();
        try {
            fill(source, length);
            PartBuffer body = filler.take();
            pool.sending(body.blockCount());
            return body;
        } finally {
            filler.release();
            pool.writerClosed();
        }
    }

    private void fill(InputStream source, long length) throws IOException {
        byte[] piece = new byte[(int) Math.min(BufferPool.BLOCK, length)];
        for (long left = length; left > 0; ) {
            int count = source.read(piece, 0, (int) Math.min(piece.length, left));
            if (count < 0) {
                throw new EOFException(
                        "a part is to have " + length + " bytes, and the stream ends after " + (length - left));
            }
            for (int position = 0; position < count; ) {
                position += filler.fill(piece, position, count - position);
            }
            left -= count;
        }
    }

    /** The part is as long as it is, so it is never sent early; and its user has no memory to give. */
    private static final class Whole implements PartFiller.Owner {
        @Override
        public void sendEarly() {
            throw new IllegalStateException("a part of a given length is not cut");
        }

        @Override
        public void check() {}

        @Override
        public boolean relieve() {
            return false;
        }
    }
}
