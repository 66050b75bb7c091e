package io.spate.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.embedded.EmbeddedStore;

/** Every command answers over a store what it answers over a local file system, but for the listed differences. */
@Timeout(300)
final class ShellSessionTest {
    private static final String BUCKET = "session";

    @TempDir
    Path directory;

    @Test
    void session_overAStore_answersAsOverLocalFiles() throws Exception {
        List<String> script = script();
        SoftAssertions softly = new SoftAssertions();
        List<Session.Step> local = new Session(
                        "file://" + Files.createDirectory(directory.resolve("base")), sources("of-local"), Map.of())
                .run(script);
        List<Session.Step> stored = overStore(script);

        for (int i = 0; i < script.size(); i++) {
            Session.Step answer = stored.get(i);
            Differences.Difference expected = Differences.ALL.get(answer.command());
            if (expected == null) {
                softly.assertThat(answer).isEqualTo(local.get(i));
            } else {
                softly.assertThat(answer.answer()).as(expected.reason()).isEqualTo(expected.answer());
                softly.assertThat(local.get(i).answer()).isNotEqualTo(expected.answer());
            }
        }
        softly.assertThat(script).containsAll(Differences.ALL.keySet());
        softly.assertAll();
    }

    private List<Session.Step> overStore(List<String> script) throws Exception {
        try (EmbeddedStore store = EmbeddedStore.start()) {
            store.createBucket(BUCKET);
            Map<String, String> options = new TreeMap<>();
            store.options().forEach((key, value) -> options.put("fs.spate." + key, value));
            String base = "spate://" + BUCKET + "/base";
            Console.run(new Session(base, directory, options).words("-mkdir $B"));
            return new Session(base, sources("of-store"), options).run(script);
        }
    }

    private static List<String> script() throws IOException {
        try (InputStream script = ShellSessionTest.class.getResourceAsStream("session.txt")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    /** Local files to put. */
    private Path sources(String name) throws IOException {
        Path root = Files.createDirectory(directory.resolve(name));
        Path sub = Files.createDirectories(root.resolve("tree/sub"));
        Files.createDirectory(root.resolve("tree/nothing"));
        Files.writeString(root.resolve("small.txt"), "hello\nworld\n");
        Files.writeString(root.resolve("moved.txt"), "moved\n");
        Files.writeString(root.resolve("other.txt"), "another text\n");
        Files.writeString(root.resolve("empty"), "");
        Files.writeString(sub.resolve("a.txt"), "of a");
        Files.writeString(sub.resolve("b.txt"), "of b\n");
        Files.writeString(root.resolve("tree/long.txt"), "0123456789abcde\n".repeat(200));
        for (String odd : List.of("name with blanks", "grüße", "per%20cent", "a+b", "x#y")) {
            Files.writeString(root.resolve(odd), "this is " + odd + "\n");
        }
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(root.resolve("tree/packed.gz")))) {
            packed.write("was packed\n".getBytes(StandardCharsets.UTF_8));
        }
        return root;
    }
}
