package io.spate.hadoop.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;

import com.sun.management.OperatingSystemMXBean;

/**
 * What it took this process to move some bytes.
 *
 * @param cpuNanos of all its threads
 */
record Measurement(long bytes, long nanos, long cpuNanos) {
    /** Something that moves bytes and says how many it moved. */
    interface Move {
        long move() throws IOException;
    }

    static Measurement of(Move move) throws IOException {
        long cpu = cpuSoFar();
        long start = System.nanoTime();
        long bytes = move.move();
        return new Measurement(bytes, System.nanoTime() - start, cpuSoFar() - cpu);
    }

    double gigabytesPerSecond() {
        return (double) bytes / nanos;
    }

    double cpuSecondsPerGigabyte() {
        return (double) cpuNanos / bytes;
    }

    private static long cpuSoFar() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
