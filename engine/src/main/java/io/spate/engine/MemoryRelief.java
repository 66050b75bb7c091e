package io.spate.engine;

/**
 * Asked by a writer that needs memory when none is free and waiting is of no use, since all there is holds the beginnings
 * of parts. Whoever writes to many objects in turn should finish one of the others then.
 */
public interface MemoryRelief {
    /** For a writer whose user has nothing to give. */
    MemoryRelief NONE = wanting -> false;

    /**
     * Finishes a writer, or lets it go. Called on the thread that writes, inside {@link ObjectWriter#write}; not again
     * while it is called, even if what it does takes memory itself.
     *
     * @param wanting the writer that needs memory; it must be left alone, and refuses whatever is asked of it
     * @return whether there will be more free memory, now or when parts that are under way have arrived
     */
    boolean relieve(ObjectWriter wanting);
}
