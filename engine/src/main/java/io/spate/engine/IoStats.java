package io.spate.engine;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What an engine did so far, row by row of {@link IoStat}. Thread-safe; cheap enough for every request. */
public final class IoStats {
    private final EnumMap<IoStat, LongAdder> counters = new EnumMap<>(IoStat.class);
    private final EnumMap<IoStat, LatencyHistogram> timers = new EnumMap<>(IoStat.class);

    public IoStats() {
        for (IoStat stat : IoStat.values()) {
            switch (stat.kind()) {
                case COUNTER -> counters.put(stat, new LongAdder());
                case TIMER -> timers.put(stat, new LatencyHistogram());
            }
        }
    }

    /** The value of a counter, or how many times a timer holds. */
    public long get(IoStat stat) {
        return switch (stat.kind()) {
            case COUNTER -> counters.get(stat).sum();
            case TIMER -> timers.get(stat).count();
        };
    }

    /** A quantile, 0 to 1, of a timer in nanoseconds, within a quarter of its value; 0 while it is empty. */
    public long quantile(IoStat timer, double quantile) {
        return timers.get(timer).quantile(quantile);
    }

    /** All counters by key, in the order of the table. */
    public Map<String, Long> counters() {
        Map<String, Long> values = new LinkedHashMap<>();
        counters.forEach((stat, adder) -> values.put(stat.key(), adder.sum()));
        return values;
    }

    /**
     * Every row as numbers that change, by key, in the order of the table: a counter as one, a timer as {@code .count}, {@code
     * .p50} and {@code .p99}, the latter two in nanoseconds.
     */
    public Map<String, LongSupplier> gauges() {
        Map<String, LongSupplier> gauges = new LinkedHashMap<>();
        for (IoStat stat : IoStat.values()) {
            switch (stat.kind()) {
                case COUNTER -> gauges.put(stat.key(), () -> get(stat));
                case TIMER -> {
                    gauges.put(stat.key() + ".count", () -> get(stat));
                    gauges.put(stat.key() + ".p50", () -> quantile(stat, 0.5));
                    gauges.put(stat.key() + ".p99", () -> quantile(stat, 0.99));
                }
            }
        }
        return gauges;
    }

    void increment(IoStat counter) {
        add(counter, 1);
    }

    void add(IoStat counter, long amount) {
        counters.get(counter).add(amount);
    }

    /** Adds the time since {@code startNanos}, a value of {@link System#nanoTime()}, to a timer. */
    void time(IoStat timer, long startNanos) {
        timers.get(timer).record(System.nanoTime() - startNanos);
    }
}
