package io.spate.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rounds in which a peer and Spate took turns. The first of them warms up and is in no median. */
final class Comparison {
    private final List<Measurement> peer = new ArrayList<>();
    private final List<Measurement> own = new ArrayList<>();

    /** Adds a round, and prints it. */
    void add(Measurement ofPeer, Measurement ofOwn) {
        peer.add(ofPeer);
        own.add(ofOwn);
        System.out.println(ofPeer + "   " + ofOwn);
    }

    void printMedians() {
        print("GB/s", Measurement::gigabytesPerSecond);
        print("CPU-s/GB", Measurement::cpuSecondsPerGigabyte);
        print("collections", Measurement::collections);
    }

    private void print(String unit, ToDoubleFunction<Measurement> value) {
        double ofPeer = Measurement.median(peer.subList(1, peer.size()), value);
        double ofOwn = Measurement.median(own.subList(1, own.size()), value);
        System.out.printf(
                "median %-16s %s %8.3f   %s %8.3f   ratio %6.2f%n",
                unit, peer.get(0).who(), ofPeer, own.get(0).who(), ofOwn, ofOwn / ofPeer);
    }
}
