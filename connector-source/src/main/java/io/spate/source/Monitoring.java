package io.spate.source;

import java.io.Serializable;
import java.time.Duration;

/**
 * How a source looks for new objects, if it does.
 *
 * @param interval between the end of one round of listing and the next; zero for a source that ends
 * @param window how much later than its modification time an object may appear
 * @param latest whether only objects are read that were modified since the job was started
 */
record Monitoring(Duration interval, Duration window, boolean latest) implements Serializable {
    static final Monitoring NONE = new Monitoring(Duration.ZERO, Duration.ofHours(1), false);

    private static final long serialVersionUID = 1L;

    boolean isContinuous() {
        return !interval.isZero();
    }
}
