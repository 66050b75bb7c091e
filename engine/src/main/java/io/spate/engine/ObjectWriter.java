package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

/**
 * Turns bytes into the parts of an upload, several of them in flight, or into a single request where they are few.
 * Nothing is visible at the key before {@link #publish}, or before the upload that {@link #finish} gives is committed.
 *
 * <p>Used by one thread at a time. Only {@link #write} ever waits, and only for memory; a part that cannot be stored fails
 * whatever is called next. Futures are completed by threads that must not be held up. Closing a writer never aborts what
 * the store has: that is {@link #abort()}.
 */
public final class ObjectWriter implements Closeable {
    /** Whether this thread asks for relief at present. */
    private static final ThreadLocal<Boolean> RELIEVING = ThreadLocal.withInitial(() -> false);

    private final WriteTarget target;
    private final WriteSettings settings;
    private final WriteLimits limits;
    private final PartSizer sizer;
    private final UploadCommitter committer;
    private final BufferPool pool;
    private final MemoryRelief relief;
    private final UploadParts parts;
    private final PartFiller filler;
    private final CRC32C crc = new CRC32C();
    private int nextPart = 1;
    private long sent;
    private long partSize;
    private boolean writing;
    private boolean broken;
    private boolean ended;

    /** @throws StoreException if the store cannot hold the target, or not as it wants to be written */
    ObjectWriter(
            WriteTarget target,
            WriteSettings settings,
            StoreTasks tasks,
            UploadCommitter committer,
            MemoryRelief relief)
            throws StoreException {
        this.target = target;
        this.settings = settings;
        this.limits = new WriteLimits(target, settings.profile());
        this.sizer = settings.sizer(target);
        this.committer = committer;
        this.pool = tasks.resources().pool();
        this.relief = relief;
        this.parts = new UploadParts(target, settings.concurrency(), tasks, pool);
        this.filler = new PartFiller(pool, tasks.stats(), settings.smallestPart(), new Filling());
        this.partSize = sizer.next(nextPart, sent);
        limits.checkBegin();
        pool.writerOpened();
    }

    /**
     * Takes bytes. Waits where the memory of the process is used up. Once it has failed, the object can only be given up.
     *
     * @throws IOException if a part could not be stored, or the object would be larger than the store allows
     */
    public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        checkOpen();
        limits.checkLength(length(), length);
        writing = true;
        broken = true;
        try {
            copy(source, offset, length);
            broken = false;
        } finally {
            writing = false;
        }
    }

    private void copy(byte[] source, int offset, int length) throws IOException {
        int end = offset + length;
        for (int position = offset; position < end; ) {
            if (filler.length() >= partSize) {
                // Only now that more comes: an object of one part takes no upload.
                send();
            }
            int most = (int) Math.min(end - position, partSize - filler.length());
            int count = filler.fill(source, position, most);
            crc.update(source, position, count);
            position += count;
            if (filler.length() >= partSize && parts.isBegun()) {
                send();
            }
        }
    }

    public ObjectUri uri() {
        return target.uri();
    }

    /** Bytes that were written. */
    public long length() {
        return sent + filler.length();
    }

    /** The CRC32C of all bytes that were written. */
    public int crc32c() {
        return (int) crc.getValue();
    }

    /** Bytes that wait for a part to be full: what finishing the object would bring under way. */
    public long bufferedBytes() {
        return filler.length();
    }

    /** Bytes of the tail that {@link #persist()} would leave. */
    public long tailBytes() {
        return settings.isPart(filler.length(), partSize) ? 0 : filler.length();
    }

    /** Parts that are on their way to the store, or wait for their turn. */
    public int partsInFlight() {
        return parts.pending();
    }

    /** Whether the object is so large, or has so many parts, that it should be finished. */
    public boolean isFull() {
        return limits.isNear(length(), nextPart);
    }

    /** Whether a store has begun an upload for this object, or was asked to. */
    public boolean hasUpload() {
        return parts.isBegun();
    }

    /**
     * Everything that was written up to now, as soon as the parts that are in flight have arrived. Writing may go on at
     * once. A tail that is large enough for a part becomes one, unless all parts must be equal.
     */
    public CompletableFuture<PersistedObject> persist() throws IOException {
        checkOpen();
        if (settings.isPart(filler.length(), partSize)) {
            send();
        }
        byte[] tail = filler.toByteArray();
        if (!parts.isBegun()) {
            return CompletableFuture.completedFuture(persisted(Optional.empty(), tail));
        }
        return parts.whenStored().thenApply(upload -> persisted(Optional.of(upload), tail));
    }

    private PersistedObject persisted(Optional<Upload> upload, byte[] tail) {
        return new PersistedObject(target.uri(), target.marker(), target.attributes(), upload, tail);
    }

    /**
     * Ends the object. Gives the upload with all of its parts as soon as they have arrived, to be committed. An object of
     * no bytes has one part of none.
     */
    public CompletableFuture<Upload> finish() throws IOException {
        checkOpen();
        if (filler.length() > 0 || !parts.isBegun()) {
            send();
        }
        end();
        return parts.whenStored();
    }

    /**
     * Ends the object and makes it visible: by one PUT where no upload was begun, else by committing the upload. If that
     * fails since there is an object already, the upload is aborted.
     */
    public CompletableFuture<CommittedObject> publish() throws IOException {
        checkOpen();
        if (parts.isBegun()) {
            return finish().thenCompose(upload -> committer.commitOrAbort(upload, target.precondition()));
        }
        PartBuffer body = filler.take();
        pool.sending(body.blockCount());
        end();
        StoreTask<CommittedObject> put = committer.preparePut(target, body);
        CompletableFuture<CommittedObject> committed =
                put.result().whenComplete((done, e) -> pool.giveBackSent(body.takeBlocks()));
        put.submit();
        return committed;
    }

    /**
     * Gives everything up, and has the store forget what it has; also after {@link #finish} if its future has failed. Only
     * for what nobody else has been told of.
     *
     * @return done when the store has forgotten it; fails if it does not
     */
    public CompletableFuture<Void> abort() {
        checkNotWriting();
        end();
        return parts.stop().thenCompose(this::abort);
    }

    /**
     * Gives memory back. Parts in flight of a finished object go on to the end; of an unfinished one they do not, and an
     * upload that nobody can have been told of is aborted.
     */
    @Override
    public void close() {
        checkNotWriting();
        if (!ended) {
            boolean known = parts.isKnown();
            end();
            CompletableFuture<Void> unused = parts.stop().thenCompose(upload -> abort(upload.filter(begun -> !known)));
        }
    }

    private CompletableFuture<Void> abort(Optional<Upload> upload) {
        return upload.map(committer::abort).orElseGet(() -> CompletableFuture.completedFuture(null));
    }

    private void end() {
        if (!ended) {
            ended = true;
            filler.release();
            pool.writerClosed();
        }
    }

    private void send() throws StoreException {
        limits.checkPart(nextPart, length());
        sent += filler.length();
        parts.add(nextPart, filler.take());
        nextPart++;
        partSize = sizer.next(nextPart, sent);
    }

    private void checkOpen() throws IOException {
        checkNotWriting();
        if (ended) {
            throw new IOException("the writer of " + target.uri() + " has ended");
        }
        parts.check();
        if (broken) {
            throw new IOException("the writer of " + target.uri() + " has lost bytes in a write that failed");
        }
    }

    private void checkNotWriting() {
        if (writing) {
            throw new IllegalStateException(
                    "the writer of " + target.uri() + " is in the middle of a write: leave it alone in a MemoryRelief");
        }
    }

    private final class Filling implements PartFiller.Owner {
        @Override
        public void sendEarly() throws IOException {
            send();
        }

        @Override
        public void check() throws IOException {
            parts.check();
        }

        @Override
        public boolean relieve() {
            if (RELIEVING.get()) {
                return false;
            }
            RELIEVING.set(true);
            try {
                return relief.relieve(ObjectWriter.this);
            } finally {
                RELIEVING.remove();
            }
        }
    }
}
