package io.spate.engine;

import static java.util.Objects.requireNonNull;

/**
 * What must hold for an object to be written. Only where {@link StoreProfile} says that it works.
 *
 * @param etag which version must be there, if it must be one
 */
public record Precondition(Kind kind, String etag) {
    /** What is asked of the key. */
    public enum Kind {
        ANY,
        ABSENT,
        VERSION
    }

    /** Nothing: what is at the key is replaced. */
    public static final Precondition NONE = new Precondition(Kind.ANY, "");

    /** There is nothing at the key, else {@code EXISTS}. */
    public static final Precondition IF_ABSENT = new Precondition(Kind.ABSENT, "");

    public Precondition {
        requireNonNull(kind, "kind is null");
        requireNonNull(etag, "etag is null");
        if (etag.isEmpty() == (kind == Kind.VERSION)) {
            throw new IllegalArgumentException("etag '" + etag + "' of a precondition of kind " + kind);
        }
    }

    /**
     * This version is at the key, else {@code CHANGED}, or {@code NOT_FOUND} where there is nothing.
     *
     * @param etag as {@link ObjectInfo#etag()} has it, not empty
     */
    public static Precondition ifEtag(String etag) {
        return new Precondition(Kind.VERSION, etag);
    }
}
