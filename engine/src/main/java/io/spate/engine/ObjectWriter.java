package io.spate.engine;

import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.zip.CRC32C;

import io.spate.engine.StoreException.Kind;

/**
 * Turns bytes into the parts of an upload, several of them in flight, or into a single request where they are few.
 * Nothing is visible at the key before {@link #publish}, or before the upload that {@link #finish} gives is committed.
 *
 * <p>Used by one thread at a time. Only {@link #write} ever waits, and only for memory; a part that cannot be stored fails
 * whatever is called next. Futures are completed by threads that must not be held up. Closing a writer never aborts what
 * the store has: that is {@link #abort()}.
 */
public final class ObjectWriter implements Closeable {
    private final WriteTarget target;
    private final ObjectAttributes attributes;
    private final WriteSettings settings;
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
    private boolean ended;

    ObjectWriter(
            WriteTarget target,
            WriteSettings settings,
            StoreTasks tasks,
            UploadCommitter committer,
            MemoryRelief relief) {
        this.target = target;
        this.attributes = target.stored();
        this.settings = settings;
        this.sizer = settings.sizer(target);
        this.committer = committer;
        this.pool = tasks.resources().pool();
        this.relief = relief;
        this.parts = new UploadParts(target, attributes, settings.concurrency(), tasks, pool);
        long smallestPart = settings.profile().equalParts()
                ? Long.MAX_VALUE
                : settings.profile().minimumPart();
        this.filler = new PartFiller(pool, tasks.stats(), smallestPart, new Filling());
        this.partSize = sizer.next(nextPart, sent);
        pool.writerOpened();
    }

    /**
     * Takes bytes. Waits where the memory of the process is used up.
     *
     * @throws IOException if a part could not be stored, or the object would be larger than the store allows
     */
    public void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        checkOpen();
        checkFits(length);
        crc.update(source, offset, length);
        int position = offset;
        while (position < offset + length) {
            if (filler.length() >= partSize) {
                // Only now that more comes: an object of one part takes no upload.
                send();
            }
            int most = (int) Math.min(offset + length - position, partSize - filler.length());
            position += filler.fill(source, position, most);
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

    /** Parts that are on their way to the store, or wait for their turn. */
    public int partsInFlight() {
        return parts.pending();
    }

    /** Whether the object is so large, or has so many parts, that it should be finished. */
    public boolean isFull() {
        return nextPart >= sizer.mostParts()
                || length()
                        >= settings.profile().maximumObject()
                                - settings.profile().maximumPart();
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
        boolean isPart = settings.profile().equalParts()
                ? filler.length() == partSize
                : filler.length() >= settings.profile().minimumPart();
        if (isPart) {
            send();
        }
        byte[] tail = filler.toByteArray();
        if (!parts.isBegun()) {
            return CompletableFuture.completedFuture(
                    new PersistedObject(target.uri(), target.marker(), Optional.empty(), tail));
        }
        return parts.whenStored()
                .thenApply(upload -> new PersistedObject(target.uri(), target.marker(), Optional.of(upload), tail));
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
     * Ends the object and makes it visible: by one PUT where no upload was begun, else by committing the upload.
     *
     * @throws StoreException {@code INVALID} for a precondition that the store does not keep
     */
    public CompletableFuture<CommittedObject> publish(Precondition precondition) throws IOException {
        checkOpen();
        checkKept(precondition);
        if (parts.isBegun()) {
            return finish().thenCompose(upload -> committer.commit(upload, precondition));
        }
        PartBuffer body = filler.take();
        pool.send(body.blockCount());
        end();
        return committer
                .put(target, attributes, body, precondition)
                .whenComplete((committed, e) -> pool.giveBackSent(body.takeBlocks()));
    }

    /**
     * Gives everything up, and has the store forget what it has. Only for what nobody else has been told of. Does not wait
     * for that; nothing happens if the object was ended before.
     */
    public void abort() {
        if (end()) {
            CompletableFuture<Void> unused = parts.stop().thenCompose(upload -> upload.map(committer::abort)
                    .orElseGet(() -> CompletableFuture.completedFuture(null)));
        }
    }

    /** Gives memory back. Parts in flight of a finished object go on to the end; of an unfinished one they do not. */
    @Override
    public void close() {
        if (end()) {
            CompletableFuture<Optional<Upload>> unused = parts.stop();
        }
    }

    private boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        filler.release();
        pool.writerClosed();
        return true;
    }

    private void send() {
        sent += filler.length();
        parts.add(nextPart, filler.take());
        nextPart++;
        partSize = sizer.next(nextPart, sent);
    }

    private void checkOpen() throws IOException {
        if (ended) {
            throw new IOException("the writer of " + target.uri() + " has ended");
        }
        parts.check();
    }

    private void checkFits(int more) throws StoreException {
        StoreProfile profile = settings.profile();
        if (length() + more > profile.maximumObject() || nextPart > sizer.mostParts()) {
            throw new StoreException(
                    Kind.INVALID,
                    StoreRequest.of(Operation.UPLOAD_PART, target.uri()),
                    "the object has " + length() + " bytes in " + (nextPart - 1) + " parts, and the store allows "
                            + profile.maximumObject() + " bytes in " + profile.maximumParts()
                            + " parts: begin another object earlier, or raise option '" + Option.PART_SIZE + "'");
        }
    }

    private void checkKept(Precondition precondition) throws StoreException {
        StoreProfile profile = settings.profile();
        boolean kept = parts.isBegun() ? profile.conditionalComplete() : profile.conditionalPut();
        if (precondition == Precondition.IF_ABSENT && !kept) {
            throw new StoreException(
                    Kind.INVALID,
                    StoreRequest.of(parts.isBegun() ? Operation.COMPLETE_UPLOAD : Operation.PUT, target.uri()),
                    "this kind of store cannot tell whether there is an object already; option '" + Option.PROFILE
                            + "' says which kind it is");
        }
    }

    private final class Filling implements PartFiller.Owner {
        @Override
        public void sendEarly() {
            send();
        }

        @Override
        public void check() throws IOException {
            parts.check();
        }

        @Override
        public boolean relieve() {
            return relief.relieve(ObjectWriter.this);
        }
    }
}
