package io.spate.sink;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RollTimerTest {
    private final ManualTime time = new ManualTime();
    private final long start = time.getCurrentProcessingTime();
    private final List<Long> wakes = new ArrayList<>();
    private long again = Long.MAX_VALUE;
    private final RollTimer timer = new RollTimer(time, now -> {
        wakes.add(now - start);
        return again;
    });

    @Test
    void wakeAt_severalTimes_wakesAtTheFirst() throws Exception {
        timer.wakeAt(start + 500);
        timer.wakeAt(start + 900);
        timer.wakeAt(start + 300);
        time.advance(1000);
        assertThat(wakes).containsExactly(300L);
    }

    @Test
    void wakeAt_soonOrPast_wakesAfterAStep() throws Exception {
        timer.wakeAt(start + 1);
        time.advance(99);
        assertThat(wakes).isEmpty();
        time.advance(1);
        timer.wakeAt(start - 1);
        time.advance(100);
        assertThat(wakes).containsExactly(100L, 200L);
    }

    @Test
    void wake_actionThatWantsMore_wakesAgain() throws Exception {
        again = start + 700;
        timer.wakeAt(start + 200);
        time.advance(250);
        again = Long.MAX_VALUE;
        time.advance(1000);
        assertThat(wakes).containsExactly(200L, 700L);
        assertThat(time.nextTimer()).isEmpty();
    }

    @Test
    void wakeAt_never_registersNoTimer() {
        timer.wakeAt(Long.MAX_VALUE);
        assertThat(time.nextTimer()).isEmpty();
    }

    @Test
    void cancel_wakesNoMore() throws Exception {
        timer.wakeAt(start + 200);
        timer.cancel();
        time.advance(1000);
        assertThat(wakes).isEmpty();
    }
}
