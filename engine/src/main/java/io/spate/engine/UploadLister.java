package io.spate.engine;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import io.spate.engine.StoreException.Kind;

import static java.util.Objects.requireNonNull;

/**
 * Lists the uploads that a store has open below a prefix, one by one in the order of the store, holding one page at a
 * time. One page is one request. Where a page fails, the next call asks for it again. Used by one thread at a time.
 *
 * <p>The prefix is the first characters of the keys, whatever follows them. What a store names besides is left out.
 */
public final class UploadLister {
    private final ObjectStore store;
    private final ObjectUri prefix;
    private Iterator<UploadInfo> page = List.<UploadInfo>of().iterator();
    private Optional<UploadPage.Position> position = Optional.empty();
    private boolean lastPage;

    /** @param prefix with an empty key for all of the bucket */
    public UploadLister(ObjectStore store, ObjectUri prefix) {
        this.store = requireNonNull(store, "store is null");
        this.prefix = requireNonNull(prefix, "prefix is null");
    }

    /**
     * The next upload; empty when there are no more.
     *
     * @throws StoreException {@code NOT_FOUND} if the bucket does not exist; {@code INVALID} if the store does not come to
     *     an end, since the place where a page ends is not behind the one where it begins
     */
    public Optional<UploadInfo> next() throws StoreException {
        while (true) {
            while (page.hasNext()) {
                UploadInfo upload = page.next();
                if (isBelow(upload.uri())) {
                    return Optional.of(upload);
                }
            }
            if (lastPage) {
                return Optional.empty();
            }
            turn();
        }
    }

    private void turn() throws StoreException {
        UploadPage turned = store.listUploads(prefix, position);
        if (turned.next().isPresent() && position.isPresent()) {
            requireAdvance(position.get(), turned.next().get());
        }
        position = turned.next();
        lastPage = position.isEmpty();
        page = turned.uploads().iterator();
    }

    /** Uploads of one key may be in any order, such as that of their age, so their ids need only differ. */
    private void requireAdvance(UploadPage.Position begin, UploadPage.Position end) throws StoreException {
        boolean sameKey = end.key().equals(begin.key());
        boolean advances =
                sameKey ? !end.uploadId().equals(begin.uploadId()) : ObjectUri.isAfter(end.key(), begin.key());
        if (!advances) {
            throw new StoreException(
                    Kind.INVALID,
                    StoreRequest.of(Operation.LIST_UPLOADS, prefix),
                    "the listing does not advance: a page ends at '" + end.key() + "' upload '" + end.uploadId()
                            + "' and began after '" + begin.key() + "' upload '" + begin.uploadId() + "'");
        }
    }

    private boolean isBelow(ObjectUri uri) {
        return uri.bucket().equals(prefix.bucket()) && uri.key().startsWith(prefix.key());
    }
}
