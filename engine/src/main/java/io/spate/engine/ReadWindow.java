package io.spate.engine;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many ranges may be in flight or waiting to be consumed, over all readers that share it. A source shares one
 * between the object it reads and those it reads next, so that prefetching crosses from one to the other. Thread-safe.
 */
public final class ReadWindow {
    private final int capacity;
    private final AtomicInteger taken = new AtomicInteger();

    /** @param capacity ranges, at least 1 */
    public ReadWindow(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1: " + capacity);
        }
        this.capacity = capacity;
    }

    public int capacity() {
        return capacity;
    }

    /** Whether one more range may start. */
    public boolean hasRoom() {
        return taken.get() < capacity;
    }

    boolean tryTake() {
        return taken.getAndUpdate(count -> count < capacity ? count + 1 : count) < capacity;
    }

    /** Takes a place even when none is left: what a consumer waits for right now must start. */
    void take() {
        taken.incrementAndGet();
    }

    void giveBack() {
        taken.decrementAndGet();
    }
}
