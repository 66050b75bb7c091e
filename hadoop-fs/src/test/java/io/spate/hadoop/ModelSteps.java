package io.spate.hadoop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

import static org.assertj.core.api.Assertions.assertThat;

/** Does the same random things to a file system and to a {@link ModelTree}, in a small space of names. */
final class ModelSteps {
    private static final List<String> NAMES = List.of("a", "b", "a b", "ab", "a-", "ü%", "a0");
    private static final List<String> GLOBS = List.of("/*", "/*/*", "/a/*", "/*/a", "/{a,b}/?", "/[ab]*/a*", "/*/*/*");
    private static final int LARGE = 150_000;

    /** A thing that was done: what, how it ended, and how it should have. */
    record Step(String what, String got, String expected) {}

    /** Something that is done to the file system. */
    private interface Call {
        boolean run() throws IOException;
    }

    private final FileSystem fileSystem;
    private final ModelTree model;
    private final Random random;
    private int written;

    ModelSteps(FileSystem fileSystem, ModelTree model, Random random) {
        this.fileSystem = fileSystem;
        this.model = model;
        this.random = random;
    }

    Step next() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> mkdirs(name());
            case 2, 3, 4 -> create(name(), random.nextBoolean());
            case 5, 6 -> delete(name(), random.nextInt(3) == 0);
            case 7, 8 -> rename(name(), name());
            case 9 -> concat();
            case 10 -> copying(name());
            default -> copyingElsewhere(name(), name());
        };
    }

    private Step mkdirs(String path) {
        String got = outcome(() -> fileSystem.mkdirs(new Path(path)));
        return new Step("mkdirs " + path, got, model.mkdirs(path));
    }

    private Step create(String path, boolean overwrite) {
        String text = text();
        String got = outcome(() -> write(path, overwrite, text));
        return new Step("create " + path + " overwrite " + overwrite, got, model.create(path, overwrite, text));
    }

    private Step delete(String path, boolean recursive) {
        String got = outcome(() -> fileSystem.delete(new Path(path), recursive));
        return new Step("delete " + path + " recursive " + recursive, got, model.delete(path, recursive));
    }

    private Step rename(String source, String target) {
        String got = outcome(() -> fileSystem.rename(new Path(source), new Path(target)));
        return new Step("rename " + source + " to " + target, got, model.rename(source, target));
    }

    private Step concat() {
        List<String> files = new ArrayList<>(model.files());
        if (files.size() < 2) {
            return create(name(), true);
        }
        Collections.shuffle(files, random);
        String target = files.get(0);
        List<String> sources = files.subList(1, 2 + random.nextInt(Math.min(3, files.size() - 1)));
        Path[] paths = sources.stream().map(Path::new).toArray(Path[]::new);
        String got = outcome(() -> {
            fileSystem.concat(new Path(target), paths);
            return true;
        });
        return new Step("concat " + sources + " to " + target, got, model.concat(target, sources));
    }

    /** As the shell puts a file: what is there is removed, and the temporary file takes its name. */
    private Step copying(String path) {
        String temporary = path + "._COPYING_";
        if (model.isDirectory(path) || !model.isDirectory(ModelTree.parent(path))) {
            return mkdirs(path);
        }
        String text = text();
        String got = outcome(() -> {
            write(temporary, true, text);
            return fileSystem.getFileStatus(new Path(temporary)).getLen() == text.length()
                    && (!model.isFile(path) || fileSystem.delete(new Path(path), false))
                    && fileSystem.rename(new Path(temporary), new Path(path));
        });
        return new Step("put " + path, got, model.create(path, true, text));
    }

    /** A temporary file that gets another name than its own, or goes. */
    private Step copyingElsewhere(String path, String target) {
        String temporary = path + "._COPYING_";
        if (model.exists(path) || !model.isDirectory(ModelTree.parent(path))) {
            return delete(path, true);
        }
        String text = text();
        String made = outcome(() -> write(temporary, true, text));
        model.create(temporary, true, text);
        String got = made + " " + outcome(() -> fileSystem.rename(new Path(temporary), new Path(target)));
        String expected = ModelTree.DONE + " " + model.rename(temporary, target);
        String removed = outcome(() -> fileSystem.delete(new Path(temporary), false));
        return new Step(
                "put " + path + ", rename to " + target + ", delete",
                got + " " + removed,
                expected + " " + model.delete(temporary, false));
    }

    private boolean write(String path, boolean overwrite, String text) throws IOException {
        try (FSDataOutputStream out = fileSystem.create(new Path(path), overwrite)) {
            out.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return true;
    }

    /** What the call returned, or the class of what it threw. */
    private static String outcome(Call call) {
        try {
            return String.valueOf(call.run());
        } catch (IOException e) {
            return e.getClass().getSimpleName();
        }
    }

    private String name() {
        int depth = 1 + random.nextInt(3);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            path.append('/').append(NAMES.get(random.nextInt(random.nextBoolean() ? 2 : NAMES.size())));
        }
        return path.toString();
    }

    private String text() {
        written++;
        return switch (random.nextInt(8)) {
            case 0 -> "";
            case 1 -> written + "x".repeat(LARGE);
            default -> "<" + written + ">";
        };
    }

    /** Compares all that can be asked for. */
    void compareAll(String as) throws IOException {
        assertThat(dump(fileSystem)).as(as).isEqualTo(model.dump());
        for (String path : Stream.generate(this::name).limit(3).toList()) {
            compareOne(as + ", " + path, path);
        }
        String glob = GLOBS.get(random.nextInt(GLOBS.size()));
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        FileStatus[] found = fileSystem.globStatus(new Path(glob));
        assertThat(Stream.of(found).map(each -> each.getPath().toUri().getPath()))
                .as("%s, glob %s", as, glob)
                .containsExactlyInAnyOrderElementsOf(model.paths().stream()
                        .filter(path -> matcher.matches(java.nio.file.Path.of(path)))
                        .toList());
    }

    private void compareOne(String as, String path) throws IOException {
        assertThat(fileSystem.exists(new Path(path))).as(as).isEqualTo(model.exists(path));
        if (!model.exists(path)) {
            return;
        }
        ContentSummary summary = fileSystem.getContentSummary(new Path(path));
        ContentSummary expected = model.summary(path);
        assertThat(List.of(summary.getLength(), summary.getFileCount(), summary.getDirectoryCount()))
                .as(as)
                .isEqualTo(List.of(expected.getLength(), expected.getFileCount(), expected.getDirectoryCount()));
        List<String> files = new ArrayList<>();
        RemoteIterator<LocatedFileStatus> all = fileSystem.listFiles(new Path(path), true);
        while (all.hasNext()) {
            files.add(all.next().getPath().toUri().getPath());
        }
        assertThat(files)
                .as(as)
                .containsExactlyInAnyOrderElementsOf(model.files().stream()
                        .filter(file -> file.equals(path) || file.startsWith(path + "/"))
                        .toList());
    }

    /** As {@link ModelTree#dump}, of what a file system lists and reads. */
    static List<String> dump(FileSystem fileSystem) throws IOException {
        TreeSet<FileStatus> entries = new TreeSet<>((one, other) -> one.getPath()
                .toUri()
                .getPath()
                .compareTo(other.getPath().toUri().getPath()));
        collect(fileSystem, new Path("/"), entries);
        List<String> lines = new ArrayList<>();
        for (FileStatus each : entries) {
            String path = each.getPath().toUri().getPath();
            lines.add(each.isDirectory() ? path + "/" : ModelTree.fileLine(path, read(fileSystem, each)));
        }
        return lines;
    }

    private static void collect(FileSystem fileSystem, Path folder, Set<FileStatus> into) throws IOException {
        for (FileStatus each : fileSystem.listStatus(folder)) {
            assertThat(into.add(each)).as("listed once: %s", each).isTrue();
            if (each.isDirectory()) {
                collect(fileSystem, each.getPath(), into);
            }
        }
    }

    static String read(FileSystem fileSystem, FileStatus file) throws IOException {
        try (FSDataInputStream in = fileSystem.open(file.getPath())) {
            byte[] bytes = in.readAllBytes();
            assertThat(bytes).as("%s", file).hasSize((int) file.getLen());
            return new String(bytes, StandardCharsets.US_ASCII);
        }
    }
}
