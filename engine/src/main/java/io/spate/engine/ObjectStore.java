package io.spate.engine;

import java.io.Closeable;

/**
 * The seam to a store: blocking calls, each one request. Implementations neither retry nor wait; they check what the
 * store answers and translate every failure into a {@link StoreException}. Thread-safe.
 */
public interface ObjectStore extends Closeable {
    /** Asks for the present version of an object. {@code NOT_FOUND} if there is none. */
    ObjectInfo head(ObjectUri uri) throws StoreException;

    /** One page of a listing. {@code NOT_FOUND} if the bucket does not exist. */
    ListPage list(ListRequest request) throws StoreException;

    /**
     * Opens a range of the version that {@code info} names. The answer is checked before this returns: its status, its
     * range, the object's length and its etag. {@code CHANGED} if the object is another version by now, {@code
     * NOT_FOUND} if it is gone.
     *
     * @param range not empty, within the object
     */
    RangeBody get(ObjectInfo info, ByteRange range) throws StoreException;

    @Override
    void close();
}
