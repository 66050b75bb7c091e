package io.spate.hadoop;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
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
            Steps steps = new Steps(fixture, new Random(seed), failing);
            for (int i = 0; i < STEPS; i++) {
                steps.take(i);
            }
        }
    }

    private interface Call {
        boolean run() throws IOException;
    }

    /** One operation after the other, each held against what was there before. */
    private static final class Steps {
        private final WritingFixture fixture;
        private final Random random;
        private final AtomicBoolean failing;
        private Set<String> before = Set.of();
        private int step;

        Steps(WritingFixture fixture, Random random, AtomicBoolean failing) {
            this.fixture = fixture;
            this.random = random;
            this.failing = failing;
        }

        void take(int number) throws IOException {
            step = number;
            before = new TreeSet<>(ModelSteps.dump(fixture.fileSystem));
            String file = FILES.get(random.nextInt(FILES.size()));
            String other = FILES.get(random.nextInt(FILES.size()));
            String folder = FOLDERS.get(random.nextInt(FOLDERS.size()));
            String target = FOLDERS.get(random.nextInt(FOLDERS.size()));
            String text = number + ":" + "x".repeat(random.nextInt(4) == 0 ? 150_000 : 5);
            boolean temporary = random.nextInt(3) == 0;
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> write(file, text, temporary);
                case 3 -> rename(file, other);
                case 4, 5 -> rename(folder, target);
                case 6 -> delete(folder, random.nextBoolean());
                default -> concat();
            }
        }

        private void write(String file, String text, boolean temporary) throws IOException {
            String at = temporary ? file + "._COPYING_" : file;
            boolean done = attempt(() -> {
                try (FSDataOutputStream out = fixture.fileSystem.create(new Path(at))) {
                    out.write(text.getBytes(StandardCharsets.US_ASCII));
                }
                return !temporary || fixture.fileSystem.rename(new Path(at), new Path(file));
            });
            List<String> after = ModelSteps.dump(fixture.fileSystem);
            String line = ModelTree.fileLine(file, text);
            String as = "step " + step + " write " + file;
            if (done) {
                assertThat(after).as(as).contains(line);
            }
            checkAllBut(after, path -> path.equals(file) || path.equals(file + "._COPYING_"), as);
            assertThat(after.stream().filter(each -> path(each).equals(file)))
                    .as(as)
                    .allMatch(each -> each.equals(line) || before.contains(each) || each.endsWith("/"));
        }

        private void rename(String source, String target) throws IOException {
            boolean done = attempt(() -> fixture.fileSystem.rename(new Path(source), new Path(target)));
            List<String> after = ModelSteps.dump(fixture.fileSystem);
            boolean into = before.contains(target + "/");
            String to = into ? target + source.substring(source.lastIndexOf('/')) : target;
            String as = "step " + step + " rename " + source + " to " + to + " done " + done;
            checkAllBut(after, path -> isWithin(path, source), as);
            for (String line : filesBefore(path -> isWithin(path, source))) {
                String copy = to + line.substring(source.length());
                assertThat(after.contains(line) || after.contains(copy))
                        .as("%s: %s", as, line)
                        .isTrue();
                if (done && !to.equals(source)) {
                    assertThat(after).as(as).contains(copy).doesNotContain(line);
                }
            }
        }

        private void delete(String folder, boolean recursive) throws IOException {
            boolean done = attempt(() -> fixture.fileSystem.delete(new Path(folder), recursive));
            List<String> after = ModelSteps.dump(fixture.fileSystem);
            String as = "step " + step + " delete " + folder;
            checkAllBut(after, path -> path.startsWith(folder + "/"), as);
            if (done) {
                assertThat(after).as(as).noneMatch(each -> each.startsWith(folder + "/"));
            }
        }

        /** The first three files there are. */
        private void concat() throws IOException {
            List<String> files = filesBefore(path -> true).stream()
                    .map(FaultyOperationsTest::path)
                    .limit(3)
                    .toList();
            if (files.size() < 3) {
                return;
            }
            StringBuilder texts = new StringBuilder();
            for (String file : files) {
                texts.append(ModelSteps.read(fixture.fileSystem, fixture.fileSystem.getFileStatus(new Path(file))));
            }
            String first = files.get(0);
            boolean done = attempt(() -> {
                fixture.fileSystem.concat(
                        new Path(first), files.stream().skip(1).map(Path::new).toArray(Path[]::new));
                return true;
            });
            List<String> after = ModelSteps.dump(fixture.fileSystem);
            checkAllBut(after, files::contains, "step " + step + " concat " + first);
            if (!after.contains(ModelTree.fileLine(first, texts.toString()))) {
                assertThat(done).isFalse();
                checkAllBut(after, path -> false, "step " + step + " concat that failed " + first);
            }
        }

        /** While requests fail. Whether it succeeded. */
        private boolean attempt(Call call) {
            failing.set(true);
            try {
                return call.run();
            } catch (IOException e) {
                return false;
            } finally {
                failing.set(false);
            }
        }

        private List<String> filesBefore(Predicate<String> which) {
            return before.stream()
                    .filter(line -> !line.endsWith("/"))
                    .filter(line -> which.test(path(line)))
                    .toList();
        }

        private void checkAllBut(List<String> after, Predicate<String> but, String as) {
            assertThat(after).as(as).containsAll(filesBefore(but.negate()));
        }
    }

    private static boolean isWithin(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }

    private static String path(String line) {
        return line.endsWith("/") ? line.substring(0, line.length() - 1) : line.substring(0, line.indexOf(" has "));
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
