package io.spate.source;

import java.util.List;
import java.util.NavigableSet;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;

/**
 * Lists the keys below many prefixes, in the order of keys. A page goes on over small prefixes that lie near each other, and
 * what lies between distant ones is jumped over: so there are no more requests than prefixes and full pages of them, and no
 * more than for a listing of everything.
 */
final class PrefixPages implements Pages {
    private final ObjectStore store;
    private final NavigableSet<String> prefixes;
    /** Whether the store is sure to have keys in the order of {@link ObjectUri#compareKeys}. */
    private final boolean ordered;

    private ListRequest next;
    private String cursor;
    private boolean done;

    /**
     * @param prefixes in the order of keys, none the beginning of another
     * @param startAfter the {@link #cursor()} of an earlier listing; empty for the start
     */
    PrefixPages(ObjectStore store, ObjectUri bucket, NavigableSet<String> prefixes, String startAfter) {
        this.store = store;
        this.prefixes = prefixes;
        this.ordered = prefixes.stream().flatMapToInt(String::chars).noneMatch(c -> Character.isSurrogate((char) c));
        this.cursor = startAfter;
        this.next = ListRequest.below(bucket.withKey(commonPrefix())).startingAfter(startAfter);
        if (ordered) {
            jump();
        } else {
            done = prefixes.isEmpty();
        }
    }

    @Override
    public List<ObjectInfo> nextPage() throws StoreException {
        if (done) {
            return List.of();
        }
        ListPage page = store.list(next);
        if (!page.objects().isEmpty()) {
            cursor = page.objects().get(page.objects().size() - 1).uri().key();
        }
        if (page.nextToken().isEmpty()) {
            done = true;
        } else {
            next = next.continuing(page.nextToken().get());
            if (ordered && !page.objects().isEmpty()) {
                jump();
            }
        }
        return page.objects().stream()
                .filter(object -> isWithin(object.uri().key()))
                .toList();
    }

    @Override
    public String cursor() {
        return cursor;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    /**
     * Goes on at the prefix behind the cursor, unless that is within one. Without a cursor that has moved it would ask again
     * for what was asked.
     */
    private void jump() {
        if (!cursor.isEmpty() && isWithin(cursor)) {
            return;
        }
        String target = cursor.isEmpty() && !prefixes.isEmpty() ? prefixes.first() : prefixes.higher(cursor);
        if (target == null) {
            done = true;
        } else if (!target.equals(next.prefix().key())) {
            next = next.startingAfter(target);
        }
    }

    private boolean isWithin(String key) {
        String prefix = prefixes.floor(key);
        return prefix != null && key.startsWith(prefix);
    }

    private String commonPrefix() {
        if (prefixes.isEmpty()) {
            return "";
        }
        String first = prefixes.first();
        String last = prefixes.last();
        int length = 0;
        while (length < Math.min(first.length(), last.length()) && first.charAt(length) == last.charAt(length)) {
            length++;
        }
        return first.substring(0, length);
    }
}
