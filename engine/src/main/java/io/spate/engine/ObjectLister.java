package io.spate.engine;

import java.util.List;

import io.spate.engine.StoreException.Kind;

import static java.util.Objects.requireNonNull;

/**
 * Lists what a pattern names, page by page in key order, holding one page at a time. One page is one LIST. Where a page
 * fails, the next call asks for it again. Used by one thread at a time.
 *
 * <p>A pattern without a slash at the end is listed by the key itself, for it may be an object. The siblings that share
 * its first characters, such as {@code logs-old/} with {@code logs}, sort before {@code logs/}: the first page with one
 * of them is the last before the listing goes on below {@code logs/}.
 */
public final class ObjectLister {
    private final ObjectStore store;
    private final PathPattern pattern;
    private final String below;
    private ListRequest next;
    private String cursor;
    private boolean started;
    private boolean done;

    /** @param startAfter the {@link #cursor()} of an earlier listing of the same pattern; empty for the start */
    public ObjectLister(ObjectStore store, PathPattern pattern, String startAfter) {
        this.store = requireNonNull(store, "store is null");
        this.pattern = requireNonNull(pattern, "pattern is null");
        this.cursor = requireNonNull(startAfter, "startAfter is null");
        this.below = pattern.prefix().key() + "/";
        this.next = ListRequest.below(pattern.prefix()).startingAfter(startAfter);
        if (pattern.isPlainKey()
                && ObjectUri.compareKeys(startAfter, pattern.prefix().key()) > 0) {
            skipSiblings();
        }
    }

    /**
     * The matching objects of the next page, in key order; may be empty while there are more pages, and is empty when
     * there are none.
     */
    public List<ObjectInfo> nextPage() throws StoreException {
        if (done) {
            return List.of();
        }
        ListPage page;
        try {
            page = store.list(next);
        } catch (StoreException e) {
            if (e.kind() == Kind.DENIED && pattern.isPlainKey() && !started) {
                return withoutListing(e);
            }
            throw e;
        }
        started = true;
        moveOn(page);
        return page.objects().stream()
                .filter(info -> pattern.matches(info.uri().key()))
                .toList();
    }

    /** Whether no page is left. */
    public boolean isDone() {
        return done;
    }

    /** The last key that was seen, whether it matched or not; empty before the first. */
    public String cursor() {
        return cursor;
    }

    private void moveOn(ListPage page) throws StoreException {
        if (!page.objects().isEmpty()) {
            String first = page.objects().get(0).uri().key();
            if (!cursor.isEmpty() && !ObjectUri.isAfter(first, cursor)) {
                throw new StoreException(
                        Kind.INVALID,
                        StoreRequest.list(next.prefix()),
                        "the listing does not advance: a page starts with '" + first + "' after '" + cursor + "'");
            }
            cursor = page.objects().get(page.objects().size() - 1).uri().key();
        }
        if (page.nextToken().isEmpty()) {
            done = true;
        } else if (pattern.isPlainKey() && hasSiblings(page)) {
            skipSiblings();
        } else {
            next = next.continuing(page.nextToken().get());
        }
    }

    private boolean hasSiblings(ListPage page) {
        return page.objects().stream()
                .anyMatch(info -> !pattern.matches(info.uri().key()));
    }

    /** Goes on below the key, from its start or from the cursor; past all of that, it is done. */
    private void skipSiblings() {
        boolean inside = cursor.startsWith(below);
        done = !inside && ObjectUri.compareKeys(cursor, below) > 0;
        next = ListRequest.below(pattern.prefix().withKey(below)).startingAfter(inside ? cursor : "");
    }

    /** One object can be read without the right to list. */
    private List<ObjectInfo> withoutListing(StoreException denied) throws StoreException {
        ObjectInfo info = headOr(denied);
        done = true;
        boolean seen = ObjectUri.compareKeys(cursor, info.uri().key()) >= 0;
        cursor = seen ? cursor : info.uri().key();
        return seen ? List.of() : List.of(info);
    }

    private ObjectInfo headOr(StoreException denied) throws StoreException {
        try {
            return store.head(pattern.prefix());
        } catch (StoreException e) {
            if (e.kind().isRetryable()) {
                throw e;
            }
            denied.addSuppressed(e);
            throw denied;
        }
    }
}
