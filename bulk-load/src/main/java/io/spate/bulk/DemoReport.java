package io.spate.bulk;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a demo did.
 *
 * @param seconds what the job took, without the start of Flink
 * @param counters those of the engine, by key
 * @param peakMemory the most transfer memory that was in use, in bytes
 */
record DemoReport(Tally tally, double seconds, Map<String, Long> counters, long peakMemory) {
    private static final String REQUESTS = "requests.";
    /** The requests of those who read. */
    private static final List<String> KINDS = List.of("get", "head", "list");

    private static final double MEGABYTE = 1e6;

    /** As one JSON object. */
    String json() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("objects", tally.objects());
        members.put("bytes", tally.bytes());
        members.put("lines", tally.lines());
        members.put("seconds", Math.round(seconds * 1000) / 1000.0);
        members.put("requests", requests());
        members.put("retries", retries());
        members.put("peakTransferMemoryBytes", peakMemory);
        return Json.of(members);
    }

    /** As a table for people. */
    String text() {
        String kinds = requests().entrySet().stream()
                .map(request -> request.getValue() + " " + request.getKey().toUpperCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "objects      %,d%nbytes        %,d%nlines        %,d%nseconds      %.2f%nMB/s         %.1f%n"
                        + "requests     %s%nretries      %d%npeak memory  %s",
                tally.objects(),
                tally.bytes(),
                tally.lines(),
                seconds,
                tally.bytes() / MEGABYTE / Math.max(seconds, 1e-9),
                kinds,
                retries(),
                ByteSize.format(peakMemory));
    }

    private Map<String, Long> requests() {
        Map<String, Long> requests = new LinkedHashMap<>();
        KINDS.forEach(kind -> requests.put(kind, counters.getOrDefault(REQUESTS + kind, 0L)));
        return requests;
    }

    private long retries() {
        return counters.getOrDefault("retries", 0L);
    }
}
