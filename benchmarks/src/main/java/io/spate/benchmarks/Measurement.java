package io.spate.benchmarks;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What it took this process to read some bytes. */
record Measurement(String reader, long bytes, long nanos, long cpuNanos, long collections) {
    /** Something that reads and says how many bytes it read. */
    interface Reading {
        long read() throws IOException, InterruptedException;
    }

    static Measurement of(String reader, Reading reading) throws IOException, InterruptedException {
        long collections = collectionsSoFar();
        long cpu = cpuSoFar();
        long start = System.nanoTime();
        long bytes = reading.read();
        long nanos = System.nanoTime() - start;
        return new Measurement(reader, bytes, nanos, cpuSoFar() - cpu, collectionsSoFar() - collections);
    }

    double gigabytesPerSecond() {
        return (double) bytes / nanos;
    }

    double cpuSecondsPerGigabyte() {
        return (double) cpuNanos / bytes;
    }

    static double median(List<Measurement> measurements, ToDoubleFunction<Measurement> value) {
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
        return String.format("%s %.3f GB/s %.3f CPU-s/GB", reader, gigabytesPerSecond(), cpuSecondsPerGigabyte());
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
