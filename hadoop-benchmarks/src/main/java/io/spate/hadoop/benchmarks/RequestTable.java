package io.spate.hadoop.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.spate.embedded.LoggedRequest;

/** Requests of several runs side by side, by operation. */
final class RequestTable {
    private final Map<String, List<LoggedRequest>> runs = new LinkedHashMap<>();

    void add(String run, List<LoggedRequest> requests) {
        runs.put(run, requests);
    }

    /** A table in Markdown: a column for each run, a row for each operation that any run has, and rows of sums. */
    String markdown() {
        SortedSet<String> operations = new TreeSet<>();
        runs.values().forEach(requests -> requests.forEach(request -> operations.add(request.operation())));
        StringBuilder table = new StringBuilder();
        table.append(line("request", runs.keySet().stream()));
        table.append("|---|").append("---:|".repeat(runs.size())).append('\n');
        for (String operation : operations) {
            table.append(row(operation, requests -> requests.stream()
                    .filter(request -> request.operation().equals(operation))
                    .count()));
        }
        table.append(row("all requests", List::size));
        table.append(row("bytes sent", requests -> sum(requests, LoggedRequest::sent)));
        table.append(row("bytes received", requests -> sum(requests, LoggedRequest::received)));
        return table.toString();
    }

    private String row(String name, ToLongFunction<List<LoggedRequest>> value) {
        return line(name, runs.values().stream().map(requests -> Long.toString(value.applyAsLong(requests))));
    }

    private static long sum(List<LoggedRequest> requests, ToLongFunction<LoggedRequest> value) {
        return requests.stream().mapToLong(value).sum();
    }

    private static String line(String name, Stream<String> cells) {
        return Stream.concat(Stream.of(name), cells).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
