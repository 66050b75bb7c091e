package io.spate.engine;

import io.spate.engine.StoreException.Kind;

import static java.util.Objects.requireNonNull;

/**
 * The version of an object that a reader and its parts read: the one whose etag was known, or else the one that their
 * first answer is of, so that bytes of two versions never mix. Thread-safe.
 */
final class ReadVersion {
    private volatile ObjectInfo info;

    ReadVersion(ObjectInfo info) {
        this.info = requireNonNull(info, "info is null");
    }

    ObjectInfo info() {
        return info;
    }

    /** Opens a range of this version, see {@link ObjectStore#get}. */
    RangeBody open(ObjectStore store, ByteRange range) throws StoreException {
        ObjectInfo asked = info;
        RangeBody body = store.get(asked, range);
        if (asked.etag().isEmpty() && !body.etag().isEmpty()) {
            pin(body, range);
        }
        return body;
    }

    private synchronized void pin(RangeBody body, ByteRange range) throws StoreException {
        if (info.etag().isEmpty()) {
            info = new ObjectInfo(info.uri(), info.length(), body.etag(), info.lastModified());
        } else if (!info.isSameEtag(body.etag())) {
            body.abort();
            throw new StoreException(
                    Kind.CHANGED,
                    StoreRequest.get(info.uri(), range),
                    "the etag was '" + info.etag() + "' and is '" + body.etag() + "' now");
        }
    }
}
