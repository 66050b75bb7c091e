package io.spate.bulk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.embedded.EmbeddedStore;
import io.spate.engine.Engine;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadLister;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
final class UploadsCommandTest {
    private static final String DATE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    private static final String OWN = "out/0f8fad5b-d9cb-469f-a165-70867728950e-";

    private static EmbeddedStore store;
    private static Engine engine;

    @BeforeAll
    static void start() throws IOException {
        store = EmbeddedStore.start();
        store.createBucket("data");
        engine = Engine.open(SpateOptions.of(store.options()));
    }

    @AfterAll
    static void stop() throws IOException {
        engine.close();
        store.close();
    }

    @BeforeEach
    void openUploads() throws IOException {
        for (UploadInfo left : open()) {
            engine.store().abort(left.toUpload());
        }
        for (String key : List.of(OWN + "0.csv", OWN + "1.gz", "out/other", "out-old/" + OWN + "2")) {
            engine.store().createUpload(new ObjectUri("data", key), ObjectAttributes.NONE);
        }
    }

    @Test
    void ls_prefix_marksOwnOnes() {
        Cli cli = uploads("ls", "spate://data/out");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches(DATE + "  own    spate://data/" + OWN + "0.csv"),
                        line -> assertThat(line).matches(DATE + "  own    spate://data/" + OWN + "1.gz"),
                        line -> assertThat(line).matches(DATE + "  other  spate://data/out/other"));
    }

    @Test
    void ls_patternAndAge_showsWhatMatchesBoth() {
        assertThat(uploads("ls", "spate://data", "--pattern", "out/*.gz").out())
                .endsWith("spate://data/" + OWN + "1.gz\n")
                .hasLineCount(1);
        assertThat(uploads("ls", "spate://data", "--older-than", "1h")).isEqualTo(new Cli(0, "", ""));
    }

    @Test
    void ls_patternWithoutWildcards_isForTheWholeKey() {
        assertThat(uploads("ls", "spate://data", "--pattern", "out")).isEqualTo(new Cli(0, "", ""));
        assertThat(uploads("ls", "spate://data", "--pattern", "out/other").out())
                .endsWith("spate://data/out/other\n")
                .hasLineCount(1);
    }

    @Test
    void abort_blankPattern_isRefusedBeforeAnythingIsSent() throws Exception {
        for (String blank : List.of("", " ")) {
            Cli cli = uploads("abort", "spate://data", "--older-than", "7d", "--all", "--pattern", blank);

            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--pattern is blank").hasLineCount(1);
        }
        assertThat(keys()).hasSize(4);
    }

    @Test
    void ls_json_printsAnObjectPerLine() {
        assertThat(uploads("ls", "spate://data/out/other", "--json").out())
                .matches("\\{\"uri\":\"spate://data/out/other\",\"uploadId\":\"[^\"]+\","
                        + "\"initiated\":\"[^\"]+Z\",\"own\":false}\\n");
    }

    @Test
    void ls_noSuchBucket_failsInOneLine() {
        Cli cli = uploads("ls", "spate://missing");

        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err())
                .startsWith("spate: NOT_FOUND: LIST_UPLOADS spate://missing/")
                .hasLineCount(1);
    }

    @Test
    void abort_withoutAll_abortsOwnOnesOnlyAndSaysWhatItLeft() throws Exception {
        Cli cli = uploads("abort", "spate://data/out", "--older-than", "0s", "--even-live");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches(DATE + "  own    aborted      spate://data/" + OWN + "0.csv"),
                        line -> assertThat(line).matches(DATE + "  own    aborted      spate://data/" + OWN + "1.gz"));
        assertThat(cli.err()).isEqualTo("left alone: 1 that are not own ones; --all aborts them too\n");
        assertThat(keys()).containsExactly("out-old/" + OWN + "2", "out/other");
    }

    @Test
    void abort_all_abortsEverythingBelow() throws Exception {
        Cli cli = uploads("abort", "spate://data/out", "--older-than", "0s", "--even-live", "--all", "--json");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(cli.out().lines())
                .hasSize(3)
                .allMatch(line -> line.startsWith("{\"uri\":\"spate://data/out/"))
                .allMatch(line -> line.endsWith(",\"outcome\":\"aborted\"}"));
        assertThat(keys()).containsExactly("out-old/" + OWN + "2");
    }

    @Test
    void abort_dryRun_abortsNothing() throws Exception {
        Cli cli = uploads("abort", "spate://data", "--older-than", "0s", "--even-live", "--dry-run");

        assertThat(cli.exitCode()).isZero();
        assertThat(cli.out().lines()).hasSize(3).allMatch(line -> line.contains("  would-abort  spate://data/out"));
        assertThat(keys()).hasSize(4);
    }

    @Test
    void abort_youngerOnes_areLeft() throws Exception {
        assertThat(uploads("abort", "spate://data", "--older-than", "1h", "--all"))
                .isEqualTo(new Cli(0, "", ""));
        assertThat(keys()).hasSize(4);
    }

    @Test
    void abort_ageOfUploadsInUse_isRefusedBeforeAnythingIsSent() throws Exception {
        for (String age : List.of("0s", "59min")) {
            Cli cli = uploads("abort", "spate://data", "--older-than", age, "--all");

            assertThat(cli.exitCode()).isEqualTo(2);
            assertThat(cli.err()).contains("--even-live").hasLineCount(1);
        }
        assertThat(keys()).hasSize(4);
    }

    @Test
    void abort_withoutAge_isRefusedBeforeAnythingIsSent() throws Exception {
        Cli cli = uploads("abort", "spate://data", "--all");

        assertThat(cli.exitCode()).isEqualTo(2);
        assertThat(cli.err()).contains("savepoint").hasLineCount(1);
        assertThat(keys()).hasSize(4);
    }

    private static List<String> keys() throws IOException {
        return open().stream().map(upload -> upload.uri().key()).sorted().toList();
    }

    private static List<UploadInfo> open() throws IOException {
        List<UploadInfo> uploads = new ArrayList<>();
        UploadLister lister = new UploadLister(engine.store(), new ObjectUri("data", ""));
        for (Optional<UploadInfo> next = lister.next(); next.isPresent(); next = lister.next()) {
            uploads.add(next.get());
        }
        return uploads;
    }

    private static Cli uploads(String... arguments) {
        List<String> line = new ArrayList<>(List.of("uploads"));
        line.addAll(List.of(arguments));
        store.options().forEach((key, value) -> line.addAll(List.of("-o", key + "=" + value)));
        return Cli.run(line.toArray(String[]::new));
    }
}
