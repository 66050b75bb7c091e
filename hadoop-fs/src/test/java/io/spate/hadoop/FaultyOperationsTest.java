package io.spate.hadoop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.FaultyStore;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;

import static org.assertj.core.api.Assertions.assertThat;

/** Random operations while requests fail before or after they took effect: whatever is thrown, no bytes get lost. */
@Timeout(120)
final class FaultyOperationsTest {
    private static final int STEPS = 30;
    private static final List<String> FILES = List.of("/a/1", "/a/2", "/a/b/1", "/b/1", "/b/2", "/c/a/1");
    private static final List<String> FOLDERS = List.of("/a", "/a/b", "/b", "/c", "/c/a", "/d");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void randomOperations_whileRequestsFail_loseNoBytes(long seed) throws Exception {
        AtomicBoolean failing = new AtomicBoolean();
        Map<String, String> options =
                Map.of("rename-on-upload", String.valueOf(seed % 2 == 0), "profile", seed % 3 == 0 ? "aws" : "oss");
        try (WritingFixture fixture = new WritingFixture(options, new NowAndThen(seed, failing))) {
            Random random = new Random(seed);
            for (int i = 0; i < STEPS; i++) {
                failing.set(false);
                Set<String> before = new TreeSet<>();
                for (String line : ModelSteps.dump(fixture.fileSystem)) {
                    before.add(line);
                }
                failing.set(true);
                String what = step(fixture, random, before, i, failing);
                failing.set(false);
                assertThat(what).isNotEmpty();
            }
        }
    }

    private static String step(WritingFixture fixture, Random random, Set<String> before, int i, AtomicBoolean failing)
            throws IOException {
        String file = FILES.get(random.nextInt(FILES.size()));
        String other = FILES.get(random.nextInt(FILES.size()));
        String folder = FOLDERS.get(random.nextInt(FOLDERS.size()));
        String target = FOLDERS.get(random.nextInt(FOLDERS.size()));
        String text = i + ":" + "x".repeat(random.nextInt(4) == 0 ? 150_000 : 5);
        boolean temporary = random.nextInt(3) == 0;
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> {
                boolean done = attempt(() -> {
                    String at = temporary ? file + "._COPYING_" : file;
                    try (FSDataOutputStream out = fixture.fileSystem.create(new Path(at))) {
                        out.write(text.getBytes(StandardCharsets.US_ASCII));
                    }
                    return !temporary || fixture.fileSystem.rename(new Path(at), new Path(file));
                });
                failing.set(false);
                List<String> after = ModelSteps.dump(fixture.fileSystem);
                String line = ModelTree.fileLine(file, text);
                if (done) {
                    assertThat(after).as("seed step %d write %s", i, file).contains(line);
                }
                checkAllBut(
                        before,
                        after,
                        path -> path.equals(file) || path.equals(file + "._COPYING_"),
                        "step " + i + " write " + file);
                assertThat(after.stream().filter(each -> path(each).equals(file)))
                        .allMatch(each -> each.equals(line) || before.contains(each) || each.endsWith("/"));
                return "write";
            }
            case 3 -> {
                boolean done = attempt(() -> fixture.fileSystem.rename(new Path(file), new Path(other)));
                return moved(fixture, before, file, other, done, failing, i);
            }
            case 4, 5 -> {
                boolean done = attempt(() -> fixture.fileSystem.rename(new Path(folder), new Path(target)));
                return moved(fixture, before, folder, target, done, failing, i);
            }
            case 6 -> {
                boolean done = attempt(() -> fixture.fileSystem.delete(new Path(folder), random.nextBoolean()));
                failing.set(false);
                List<String> after = ModelSteps.dump(fixture.fileSystem);
                checkAllBut(before, after, path -> path.startsWith(folder + "/"), "step " + i + " delete " + folder);
                if (done) {
                    assertThat(after).noneMatch(each -> each.startsWith(folder + "/"));
                }
                return "delete";
            }
            default -> {
                List<String> there = before.stream()
                        .filter(each -> !each.endsWith("/"))
                        .map(FaultyOperationsTest::path)
                        .toList();
                if (there.size() < 3) {
                    return "nothing";
                }
                String first = there.get(0);
                List<String> sources = there.subList(1, 3);
                Map<String, String> texts = new TreeMap<>();
                failing.set(false);
                for (String each : there.subList(0, 3)) {
                    texts.put(
                            each,
                            ModelSteps.read(fixture.fileSystem, fixture.fileSystem.getFileStatus(new Path(each))));
                }
                failing.set(true);
                boolean done = attempt(() -> {
                    fixture.fileSystem.concat(
                            new Path(first), sources.stream().map(Path::new).toArray(Path[]::new));
                    return true;
                });
                failing.set(false);
                List<String> after = ModelSteps.dump(fixture.fileSystem);
                String whole = ModelTree.fileLine(
                        first, texts.get(first) + texts.get(sources.get(0)) + texts.get(sources.get(1)));
                checkAllBut(
                        before,
                        after,
                        path -> path.equals(first) || sources.contains(path),
                        "step " + i + " concat " + first);
                if (after.contains(whole)) {
                    return "concat";
                }
                assertThat(done).isFalse();
                checkAllBut(before, after, path -> false, "step " + i + " concat that failed " + first);
                return "concat";
            }
        }
    }

    private static String moved(
            WritingFixture fixture,
            Set<String> before,
            String source,
            String target,
            boolean done,
            AtomicBoolean failing,
            int i)
            throws IOException {
        failing.set(false);
        List<String> after = ModelSteps.dump(fixture.fileSystem);
        boolean into = before.contains(target + "/");
        String to = into ? target + source.substring(source.lastIndexOf('/')) : target;
        String as = "step " + i + " rename " + source + " to " + to + " done " + done;
        for (String line : before) {
            String path = path(line);
            if (line.endsWith("/")) {
                continue;
            }
            boolean within = path.equals(source) || path.startsWith(source + "/");
            if (within) {
                String copy = to + line.substring(source.length());
                assertThat(after.contains(line) || after.contains(copy))
                        .as("%s: %s", as, line)
                        .isTrue();
                if (done && !to.equals(source)) {
                    assertThat(after).as(as).contains(copy).doesNotContain(line);
                }
            } else {
                assertThat(after).as(as).contains(line);
            }
        }
        return as;
    }

    private static void checkAllBut(Set<String> before, List<String> after, Predicate<String> but, String as) {
        assertThat(after)
                .as(as)
                .containsAll(before.stream()
                        .filter(line -> !line.endsWith("/"))
                        .filter(line -> !but.test(path(line)))
                        .toList());
    }

    private static String path(String line) {
        return line.endsWith("/") ? line.substring(0, line.length() - 1) : line.substring(0, line.indexOf(" has "));
    }

    private interface Call {
        boolean run() throws IOException;
    }

    private static boolean attempt(Call call) {
        try {
            return call.run();
        } catch (IOException e) {
            return false;
        }
    }

    /** Fails requests before or after they took effect, some in a way that is tried again. */
    private static final class NowAndThen implements FaultyStore.Plan {
        private final Random random;
        private final AtomicBoolean failing;

        NowAndThen(long seed, AtomicBoolean failing) {
            this.random = new Random(seed);
            this.failing = failing;
        }

        @Override
        public void before(StoreRequest request) throws StoreException {
            fail(request, "before");
        }

        @Override
        public void after(StoreRequest request) throws StoreException {
            fail(request, "after");
        }

        private synchronized void fail(StoreRequest request, String when) throws StoreException {
            if (!failing.get()) {
                return;
            }
            switch (random.nextInt(24)) {
                case 0 -> throw new StoreException(Kind.DENIED, request, "planned, " + when);
                case 1 -> throw new StoreException(Kind.UNAVAILABLE, request, "planned, " + when);
                default -> {}
            }
        }
    }
}
