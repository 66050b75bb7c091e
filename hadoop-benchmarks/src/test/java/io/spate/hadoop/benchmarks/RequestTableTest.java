package io.spate.hadoop.benchmarks;

import java.util.List;

import org.junit.jupiter.api.Test;

import io.spate.embedded.LoggedRequest;

import static org.assertj.core.api.Assertions.assertThat;

final class RequestTableTest {
    @Test
    void markdown_ofTwoRuns_hasARowForEachOperationOfAny() {
        RequestTable table = new RequestTable();
        table.add(
                "one", List.of(new LoggedRequest("PutObject", "a", 10, 0), new LoggedRequest("PutObject", "b", 5, 0)));
        table.add("other", List.of(new LoggedRequest("GetObject", "a", 0, 7)));

        assertThat(table.markdown().lines())
                .containsExactly(
                        "| request | one | other |",
                        "|---|---:|---:|",
                        "| GetObject | 0 | 1 |",
                        "| PutObject | 2 | 0 |",
                        "| all requests | 2 | 1 |",
                        "| bytes sent | 15 | 0 |",
                        "| bytes received | 0 | 7 |");
    }
}
