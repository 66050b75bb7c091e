package io.spate.it;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A request that makes an object visible, held on its way to the store or back. Thread-safe. */
final class CaughtCommit {
    /** What becomes of it. */
    enum Fate {
        /** The store does as it is told, but the answer never comes back. */
        ANSWER_LOST,
        /** The store never hears of it. */
        REQUEST_LOST,
        /** The store hears of it when it is let go, long after its client has given up. */
        REQUEST_LATE
    }

    /** Has the store do as it is told. */
    interface Commit {
        Object run() throws IOException, InterruptedException;
    }

    private final CompletableFuture<Void> caught = new CompletableFuture<>();
    private final CountDownLatch free = new CountDownLatch(1);
    private final Fate fate;

    CaughtCommit(Fate fate) {
        this.fate = fate;
    }

    /** Done when a request was caught. */
    CompletableFuture<Void> caught() {
        return caught;
    }

    void letGo() {
        free.countDown();
    }

    /** Called on the thread of the request, which ends with this. */
    void meet(Commit commit) throws IOException, InterruptedException {
        if (fate == Fate.ANSWER_LOST) {
            commit.run();
        }
        caught.complete(null);
        boolean inTime = free.await(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        if (inTime && fate == Fate.REQUEST_LATE) {
            commit.run();
        }
    }
}
