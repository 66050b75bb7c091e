package io.spate.hadoop;

import java.util.List;
import java.util.Optional;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.StoreException;

/** The pages of one listing, one request each. Used by one thread at a time. */
final class KeyPages {
    private final ObjectStore store;
    private Optional<ListRequest> next;

    KeyPages(ObjectStore store, ListRequest first) {
        this.store = store;
        this.next = Optional.of(first);
    }

    /** The objects of the next page, which may have none; empty when there are no more pages. */
    Optional<List<ObjectInfo>> next() throws StoreException {
        return nextPage().map(ListPage::objects);
    }

    /** The next page; empty when there are no more. */
    Optional<ListPage> nextPage() throws StoreException {
        if (next.isEmpty()) {
            return Optional.empty();
        }
        ListRequest request = next.get();
        ListPage page = store.list(request);
        next = page.nextToken().map(request::continuing);
        return Optional.of(page);
    }
}
