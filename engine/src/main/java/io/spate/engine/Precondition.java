package io.spate.engine;

/** What must hold for an object to be written. */
public enum Precondition {
    /** Nothing: what is at the key is replaced. */
    NONE,
    /** There is nothing at the key, else {@code EXISTS}. Only where {@link StoreProfile} says that it works. */
    IF_ABSENT
}
