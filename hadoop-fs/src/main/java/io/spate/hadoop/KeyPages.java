package io.spate.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;

/** The pages of one listing, one request each. Used by one thread at a time. */
final class KeyPages {
    private final ObjectStore store;
    private Optional<ListRequest> next;

    KeyPages(ObjectStore store, ListRequest first) {
        this.store = store;
        this.next = Optional.of(first);
    }

    /** The objects of the next page, which may have none; empty when there are no more pages. */
    Optional<List<ObjectInfo>> next() throws IOException {
        return nextPage().map(ListPage::objects);
    }

    /**
     * The next page; empty when there are no more.
     *
     * @throws IOException too if the store would have the listing go on where this page began, which would never end
     */
    Optional<ListPage> nextPage() throws IOException {
        if (next.isEmpty()) {
            return Optional.empty();
        }
        ListRequest request = next.get();
        ListPage page = store.list(request);
        if (page.nextToken().isPresent() && page.nextToken().equals(request.token())) {
            throw new IOException(
                    "the listing of " + request.prefix() + " does not advance: the store names one page as the"
                            + " next of itself, " + request.token().get());
        }
        next = page.nextToken().map(request::continuing);
        return Optional.of(page);
    }

    /** The objects of all pages, one after the other. Fails by {@link UncheckedIOException}. */
    Iterator<ObjectInfo> objects() {
        return new Iterator<>() {
            private Iterator<ObjectInfo> page = Collections.emptyIterator();

            @Override
            public boolean hasNext() {
                while (!page.hasNext() && next.isPresent()) {
                    page = nextObjects();
                }
                return page.hasNext();
            }

            @Override
            public ObjectInfo next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("no more keys");
                }
                return page.next();
            }
        };
    }

    private Iterator<ObjectInfo> nextObjects() {
        try {
            return next().orElse(List.of()).iterator();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
