package io.spate.engine;

import java.io.Closeable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The seam to a store: blocking calls, each one request. Implementations neither retry nor wait; they check what the
 * store answers and translate every failure into a {@link StoreException}. Thread-safe.
 *
 * <p>Etags go in and out without quotes. A request about an upload that the store does not have open fails with {@code
 * LOST_UPLOAD}, whatever has become of it.
 */
public interface ObjectStore extends Closeable {
    /** Asks for the present version of an object and what is kept with it. {@code NOT_FOUND} if there is none. */
    ObjectDetails details(ObjectUri uri) throws StoreException;

    /** Asks for the present version of an object. {@code NOT_FOUND} if there is none. */
    default ObjectInfo head(ObjectUri uri) throws StoreException {
        return details(uri).info();
    }

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

    /**
     * Writes an object in one request.
     *
     * @return its etag, empty if the store gives none
     * @throws StoreException {@code EXISTS}, or {@code CHANGED} where it names a version, if the precondition does not hold
     */
    String put(ObjectUri uri, WriteBody body, ObjectAttributes attributes, Precondition precondition)
            throws StoreException;

    /**
     * Begins an upload. Nothing is visible at the key before it is complete.
     *
     * @return its id
     */
    String createUpload(ObjectUri uri, ObjectAttributes attributes) throws StoreException;

    /** Sends a part; one that was sent before under the same number is replaced. */
    Part uploadPart(Upload upload, int number, WriteBody body) throws StoreException;

    /**
     * Takes a part from an object of the same store. {@code CHANGED} if that is another version by now, as far as the
     * store can tell.
     */
    Part copyPart(Upload upload, int number, ObjectInfo source, ByteRange range) throws StoreException;

    /**
     * Makes the object of the parts that {@code upload} names, and of no others that were sent. A success without a body
     * to prove it is a failure.
     *
     * @return the etag of the object, empty if the store gives none
     */
    String complete(Upload upload, Precondition precondition) throws StoreException;

    /** Ends an upload without an object, and removes its parts. */
    void abort(Upload upload) throws StoreException;

    /** One page of the uploads that are open below a prefix, by key. Empty {@code after} begins with the first. */
    UploadPage listUploads(ObjectUri prefix, Optional<UploadPage.Position> after) throws StoreException;

    /** One page of the parts of an open upload. Empty {@code after} begins with the first. */
    PartPage listParts(Upload upload, OptionalInt after) throws StoreException;

    /**
     * Copies an object within the store in one request. {@code CHANGED} if the source is another version by now, as far
     * as the store can tell.
     *
     * @param replacing what the copy carries, and then without the tags of the source; empty to keep what that has
     * @return the etag of the copy, empty if the store gives none
     */
    String copy(ObjectInfo source, ObjectUri target, Optional<ObjectAttributes> replacing) throws StoreException;

    /** Deletes an object; success too if there is none. */
    void delete(ObjectUri uri) throws StoreException;

    /**
     * Deletes objects of one bucket in one request.
     *
     * @param uris 1 to 1000, all of one bucket
     * @return those that could not be deleted, and why
     */
    Map<ObjectUri, StoreException> deleteMany(List<ObjectUri> uris) throws StoreException;

    @Override
    void close();
}
