package io.spate.engine;

import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * Asks for one page of the keys of a bucket, in the order of their UTF-8 bytes.
 *
 * @param prefix bucket, and what each key starts with; an empty key lists the whole bucket
 * @param delimiter keys that contain it after the prefix are rolled up into {@link ListPage#prefixes()}; empty for none
 * @param startAfter the page starts with the first key greater than this; empty for the first key
 * @param token where the page before ended, as that page said; empty for the first page
 * @param maxKeys at most so many keys and prefixes, 1 to 1000
 */
public record ListRequest(ObjectUri prefix, String delimiter, String startAfter, Optional<String> token, int maxKeys) {
    /** What every store accepts in one page. */
    public static final int PAGE = 1000;

    public ListRequest {
        requireNonNull(prefix, "prefix is null");
        requireNonNull(delimiter, "delimiter is null");
        requireNonNull(startAfter, "startAfter is null");
        requireNonNull(token, "token is null");
        if (maxKeys < 1 || maxKeys > PAGE) {
            throw new IllegalArgumentException("maxKeys must be 1 to " + PAGE + ": " + maxKeys);
        }
    }

    /** The first page of all keys below a prefix. */
    public static ListRequest below(ObjectUri prefix) {
        return new ListRequest(prefix, "", "", Optional.empty(), PAGE);
    }

    public ListRequest withDelimiter(String text) {
        return new ListRequest(prefix, text, startAfter, token, maxKeys);
    }

    public ListRequest startingAfter(String key) {
        return new ListRequest(prefix, delimiter, key, Optional.empty(), maxKeys);
    }

    public ListRequest continuing(String nextToken) {
        return new ListRequest(prefix, delimiter, startAfter, Optional.of(nextToken), maxKeys);
    }

    public ListRequest withMaxKeys(int keys) {
        return new ListRequest(prefix, delimiter, startAfter, token, keys);
    }
}
