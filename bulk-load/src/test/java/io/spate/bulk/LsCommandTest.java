package io.spate.bulk;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.embedded.EmbeddedStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
final class LsCommandTest {
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";

    private static EmbeddedStore store;

    @BeforeAll
    static void start() throws IOException {
        store = EmbeddedStore.start();
        store.createBucket("tree");
        store.put("tree", "dir/a b%20+#?", "abc");
        store.put("tree", "dir/ü", "");
        store.put("tree", "dir/sub/deep", "x");
        store.put("tree", "top", "1234567890");
        store.createBucket("odd");
        store.put("odd", "line\nfeed\u001b[2J", "x");
        store.createBucket("many");
        for (int i = 0; i < 2500; i++) {
            store.put("many", "key-%04d".formatted(i), "");
        }
        store.createBucket("empty");
    }

    @AfterAll
    static void stop() throws IOException {
        store.close();
    }

    @Test
    void ls_bucket_showsOneLevelInColumns() {
        Cli cli = ls("spate://tree");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out().lines())
                .satisfiesExactly(
                        prefix ->
                                assertThat(prefix).isEqualTo("                   -              -  spate://tree/dir/"),
                        object -> assertThat(object).matches(DATE + "             10  spate://tree/top"));
    }

    @Test
    void ls_plainKey_showsTheObjectAndOneLevelBelowIt() {
        assertThat(ls("spate://tree/top").out().lines())
                .singleElement()
                .asString()
                .endsWith("  spate://tree/top");
        assertThat(ls("spate://tree/dir").out().lines())
                .satisfiesExactly(
                        prefix -> assertThat(prefix).endsWith("  spate://tree/dir/sub/"),
                        object -> assertThat(object).endsWith("  spate://tree/dir/a b%20+#?"),
                        object -> assertThat(object).endsWith("  spate://tree/dir/ü"));
    }

    @Test
    void ls_prefixRecursive_showsAllKeys() {
        assertThat(ls("spate://tree/dir/", "-R").out().lines())
                .hasSize(3)
                .anyMatch(line -> line.endsWith(" 3  spate://tree/dir/a b%20+#?"))
                .anyMatch(line -> line.endsWith(" 0  spate://tree/dir/ü"))
                .anyMatch(line -> line.endsWith(" 1  spate://tree/dir/sub/deep"));
    }

    @Test
    void ls_json_printsAnObjectPerLine() {
        assertThat(ls("spate://tree", "--json").out().lines())
                .satisfiesExactly(
                        prefix -> assertThat(prefix).isEqualTo("{\"prefix\":\"spate://tree/dir/\"}"),
                        object -> assertThat(object)
                                .matches("\\{\"uri\":\"spate://tree/top\",\"size\":10,"
                                        + "\"etag\":\"[0-9a-f]{32}\",\"lastModified\":\"[^\"]+Z\"}"));
    }

    @Test
    void ls_pattern_showsWhatMatches() {
        assertThat(ls("spate://tree/**/d*p").out().lines())
                .singleElement()
                .asString()
                .endsWith("spate://tree/dir/sub/deep");
    }

    @Test
    void ls_keyWithControlCharacters_isEscaped() {
        assertThat(ls("spate://odd").out()).endsWith(" 1  spate://odd/line\\nfeed\\u001b[2J\n");
        assertThat(ls("spate://odd", "--json").out())
                .startsWith("{\"uri\":\"spate://odd/line\\nfeed\\u001b[2J\",")
                .hasLineCount(1);
    }

    @Test
    void ls_severalPages_showsEveryKeyOnceInOrder() {
        List<String> keys = ls("spate://many", "-R")
                .out()
                .lines()
                .map(line -> line.substring(line.indexOf("key-")))
                .toList();

        assertThat(keys).hasSize(2500).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"Broken pipe, 0, ''", "No space left on device, 1, 'spate: cannot write the output: No space left'"})
    void ls_outputThatBreaks_isAnErrorUnlessThePipeWasClosed(String reason, int exitCode, String message) {
        StringWriter err = new StringWriter();
        Output out = Output.to(new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException(reason);
            }
        });

        assertThat(Spate.run(out, new PrintWriter(err), line("spate://many", "-R")))
                .isEqualTo(exitCode);
        assertThat(err.toString()).startsWith(message).hasLineCount(exitCode);
    }

    @Test
    void ls_nothingThere_failsNamingTheUri() {
        for (String uri : List.of("spate://empty", "spate://tree/no/such", "spate://tree/no*such")) {
            Cli cli = ls(uri);

            assertThat(cli.exitCode()).isEqualTo(1);
            assertThat(cli.err()).isEqualTo("spate: nothing matches " + uri + "\n");
        }
    }

    @Test
    void ls_noSuchBucket_failsInOneLine() {
        Cli cli = ls("spate://missing");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err())
                .startsWith("spate: NOT_FOUND: LIST spate://missing/")
                .hasLineCount(1);
    }

    @Test
    void ls_wrongSecret_failsWithoutPrintingIt() {
        Cli cli = Cli.run(
                "ls",
                "spate://tree",
                "-o",
                "endpoint=" + store.endpoint(),
                "-o",
                "access-key=" + store.accessKey(),
                "-o",
                "secret-key=not-this");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).startsWith("spate: DENIED: ").hasLineCount(1).doesNotContain("not-this");
    }

    @Test
    void ls_verboseFailure_showsAStackTraceToo() {
        assertThat(ls("spate://missing", "-v").err())
                .contains("\tat io.spate.")
                .containsPattern("(?m)^spate: NOT_FOUND");
    }

    private static Cli ls(String... arguments) {
        return Cli.run(line(arguments));
    }

    private static String[] line(String... arguments) {
        List<String> line = new ArrayList<>(List.of("ls"));
        line.addAll(List.of(arguments));
        store.options().forEach((key, value) -> line.addAll(List.of("-o", key + "=" + value)));
        return line.toArray(String[]::new);
    }
}
