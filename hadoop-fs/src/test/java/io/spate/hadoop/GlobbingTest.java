package io.spate.hadoop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.spate.engine.CountingStore;
import io.spate.engine.MemoryStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(120)
final class GlobbingTest {
    private static final String[] NAMES = {"a", "b", "ab", "abc", "a.c", "x1", "x2", "[a]", "b*", ".h", "a b", "é"};
    private static final String[] COMPONENTS = {
        "*",
        "a",
        "a*",
        "*c",
        "?",
        "??",
        "[ab]",
        "[^a]*",
        "x[12]",
        "x[1-9]",
        "{a,b}",
        "{a,x*}c",
        "a\\*",
        "\\[a\\]",
        "*.*",
        "a{b,bc}",
        "b\\*",
        "missing",
        ".h",
        "a b",
        "é",
        "{a/b,ab}",
        "{a,x1}/*"
    };

    private final MemoryStore store = FileSystemFixture.newStore();
    private final CountingStore counting = FileSystemFixture.counting(store);
    private SpateFileSystem fileSystem;

    @BeforeEach
    void open() throws IOException {
        fileSystem = FileSystemFixture.open(counting);
    }

    @AfterEach
    void close() throws IOException {
        fileSystem.close();
    }

    @Test
    void globStatus_randomPatternsInRandomTrees_findWhatHadoopsWalkFinds(@TempDir java.nio.file.Path directory)
            throws IOException {
        Random random = new Random(20260101);
        FileSystem walking = new Walking(fileSystem);
        for (int i = 0; i < 60; i++) {
            String top = "t" + i;
            java.nio.file.Path local = directory.resolve(top);
            for (String name : tree(random)) {
                FileSystemFixture.put(store, top + "/" + name, "1");
                Files.createDirectories(local.resolve(name).getParent());
                Files.writeString(local.resolve(name), "1");
            }
            for (int j = 0; j < 30; j++) {
                String pattern = pattern(random);
                List<String> found = paths(fileSystem.globStatus(new Path("/" + top + "/" + pattern)), "/");
                assertThat(found)
                        .as("%s in %s", pattern, top)
                        .isEqualTo(paths(walking.globStatus(new Path("/" + top + "/" + pattern)), "/"));
                assertThat(found)
                        .as("%s in %s", pattern, local)
                        .isEqualTo(local(new Path(local.toString(), pattern), directory.toString() + "/"));
            }
        }
    }

    @Test
    void globStatus_beginningOfNames_listsOnlyThose() throws IOException {
        for (String key : new String[] {"logs/2025-1/x", "logs/2026-1/x", "logs/2026-2/x", "logs/2026-3"}) {
            FileSystemFixture.put(store, key, "1");
        }

        assertThat(paths(fileSystem.globStatus(new Path("/logs/2026-*")), "/"))
                .containsExactly("- logs/2026-3", "d logs/2026-1", "d logs/2026-2");
        assertThat(requests()).containsExactly("LIST logs/2026-");
    }

    @Test
    void globStatus_nameBelowAPattern_isAskedForInEachDirectory() throws IOException {
        FileSystemFixture.put(store, "d/a/file", "1");
        FileSystemFixture.put(store, "d/b/file", "1");

        assertThat(fileSystem.globStatus(new Path("/d/*/file"))).hasSize(2);
        assertThat(requests()).containsExactlyInAnyOrder("LIST d/", "HEAD d/a/file", "HEAD d/b/file");
    }

    @Test
    void globStatus_plainPathThatIsMissing_isNull() throws IOException {
        assertThat(fileSystem.globStatus(new Path("/d/missing"))).isNull();
        assertThat(fileSystem.globStatus(new Path("/d/*"))).isEmpty();
        assertThat(fileSystem.globStatus(new Path("/"))).hasSize(1);
    }

    @Test
    void globStatus_filter_leavesOut() throws IOException {
        FileSystemFixture.put(store, "d/a", "1");
        FileSystemFixture.put(store, "d/b", "1");

        assertThat(fileSystem.globStatus(
                        new Path("/d/*"), path -> path.getName().equals("b")))
                .hasSize(1);
    }

    @Test
    void globStatus_brokenPattern_fails() {
        assertThatThrownBy(() -> fileSystem.globStatus(new Path("/d/[a"))).isInstanceOf(IOException.class);
    }

    private static Set<String> tree(Random random) {
        Set<String> names = new TreeSet<>();
        for (int i = 0; i < 12; i++) {
            StringBuilder name = new StringBuilder();
            for (int depth = random.nextInt(3); depth >= 0; depth--) {
                // Directories have other names than files, since a local file system has no file and directory of one
                // name.
                name.append(NAMES[random.nextInt(NAMES.length)]).append(depth == 0 ? "" : "d/");
            }
            names.add(name.toString());
        }
        return names;
    }

    private static String pattern(Random random) {
        List<String> components = new ArrayList<>();
        for (int depth = random.nextInt(3); depth >= 0; depth--) {
            String component = COMPONENTS[random.nextInt(COMPONENTS.length)];
            components.add(depth == 0 || component.endsWith("*") ? component : component + "d");
        }
        return String.join("/", components);
    }

    /** What Hadoop finds in a local directory. */
    private static List<String> local(Path pattern, String root) throws IOException {
        RawLocalFileSystem local = new RawLocalFileSystem();
        local.initialize(URI.create("file:///"), new Configuration(false));
        return paths(local.globStatus(pattern), root);
    }

    private static List<String> paths(FileStatus[] found, String root) {
        if (found == null) {
            return List.of("null");
        }
        return Arrays.stream(found)
                .map(status -> (status.isDirectory() ? "d " : "- ")
                        + status.getPath().toUri().getPath().substring(root.length()))
                .sorted()
                .toList();
    }

    private List<String> requests() {
        return counting.requests().stream()
                .map(request -> request.operation() + " " + request.uri().key())
                .toList();
    }

    /** The same file system, on which Hadoop walks through listings. */
    private static final class Walking extends FilterFileSystem {
        Walking(FileSystem fileSystem) {
            super(fileSystem);
        }

        @Override
        public FileStatus[] globStatus(Path pattern, PathFilter filter) throws IOException {
            return super.globStatus(pattern, filter);
        }
    }
}
