package io.spate.hadoop.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import io.spate.benchmarks.Measurement;

/** Rounds in which contenders took turns. The first of them warms up and is in no median. */
final class Rounds {
    private final Map<Contender, List<Measurement>> measurements = new LinkedHashMap<>();

    void add(Contender contender, Measurement measurement) {
        measurements.computeIfAbsent(contender, none -> new ArrayList<>()).add(measurement);
    }

    double medianRate(Contender contender) {
        return median(contender, Measurement::gigabytesPerSecond);
    }

    double medianCpu(Contender contender) {
        return median(contender, Measurement::cpuSecondsPerGigabyte);
    }

    /** A line for each contender: its medians, and those of the first one over its own. */
    String report() {
        StringBuilder text = new StringBuilder();
        Contender first = measurements.keySet().iterator().next();
        for (Contender contender : measurements.keySet()) {
            text.append(String.format(
                    Locale.ROOT,
                    "median %-14s %7.3f GB/s %7.3f CPU-s/GB   %s over it: %6.2f in GB/s, %6.2f in CPU-s/GB%n",
                    contender,
                    medianRate(contender),
                    medianCpu(contender),
                    first,
                    medianRate(first) / medianRate(contender),
                    medianCpu(first) / medianCpu(contender)));
        }
        return text.toString();
    }

    private double median(Contender contender, ToDoubleFunction<Measurement> value) {
        List<Measurement> all = measurements.get(contender);
        return Measurement.median(all.subList(1, all.size()), value);
    }
}
