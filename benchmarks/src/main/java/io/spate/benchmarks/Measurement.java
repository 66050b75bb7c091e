package io.spate.benchmarks;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What it took this process to move some bytes.
 *
 * @param who moved them
 * @param cpuNanos of all threads of the process
 * @param collections of garbage
 */
public record Measurement(String who, long bytes, long nanos, long cpuNanos, long collections) {
    /** Something that moves bytes and says how many it moved. */
    public interface Move {
        long move() throws IOException, InterruptedException;
    }

    public static Measurement of(String who, Move move) throws IOException, InterruptedException {
        long collections = collectionsSoFar();
        long cpu = cpuSoFar();
        long start = System.nanoTime();
        long bytes = move.move();
        long nanos = System.nanoTime() - start;
        return new Measurement(who, bytes, nanos, cpuSoFar() - cpu, collectionsSoFar() - collections);
    }

    public double gigabytesPerSecond() {
        return (double) bytes / nanos;
    }

    public double cpuSecondsPerGigabyte() {
        return (double) cpuNanos / bytes;
    }

    /** The median of a value, the smaller of two; not a number if there is none. */
    public static double median(List<Measurement> measurements, ToDoubleFunction<Measurement> value) {
        double[] sorted = measurements.stream().mapToDouble(value).sorted().toArray();
        return sorted.length == 0
                ? Double.NaN
                : Arrays.stream(sorted)
                        .skip((sorted.length - 1) / 2)
                        .findFirst()
                        .orElseThrow();
    }

    @Override
    public String toString() {
        return String.format("%s %.3f GB/s %.3f CPU-s/GB", who, gigabytesPerSecond(), cpuSecondsPerGigabyte());
    }

    private static long cpuSoFar() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static long collectionsSoFar() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }
}
