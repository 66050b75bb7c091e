package io.spate.engine;

/** Work that I/O threads do, see {@link TransferResources}. */
interface TransferTask extends Runnable {
    /** Smaller runs earlier. Must not change while it is queued. */
    long order();

    /** Queues it to run, for the first time or again; if that cannot be any more, ends it. Not while it is queued. */
    void submit();
}
