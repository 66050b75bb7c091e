package io.spate.it;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A request that completes an upload, held on its way to the store or back. Thread-safe. */
final class CaughtComplete {
    /** What becomes of it. */
    enum Fate {
        /** The store does as it is told, but the answer never comes back. */
        ANSWER_LOST,
        /** The store never hears of it. */
        REQUEST_LOST,
        /** The store hears of it when it is let go, long after its client has given up. */
        REQUEST_LATE
    }

    /** Has the store complete the upload. */
    interface Completion {
        Object run() throws IOException, InterruptedException;
    }

    private final CountDownLatch caught = new CountDownLatch(1);
    private final CountDownLatch free = new CountDownLatch(1);
    private final Fate fate;

    CaughtComplete(Fate fate) {
        this.fate = fate;
    }

    /** Waits until a request was caught. */
    void await() throws Exception {
        if (!caught.await(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("no request to complete an upload came in time");
        }
    }

    void letGo() {
        free.countDown();
    }

    /** Called on the thread of the request, which ends with this. */
    void meet(Completion completion) throws IOException, InterruptedException {
        if (fate == Fate.ANSWER_LOST) {
            completion.run();
        }
        caught.countDown();
        boolean inTime = free.await(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
        if (inTime && fate == Fate.REQUEST_LATE) {
            completion.run();
        }
    }
}
