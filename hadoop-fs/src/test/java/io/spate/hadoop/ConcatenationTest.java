package io.spate.hadoop;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.Random;

import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.FaultyStore;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.Operation;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.StoredHeader;
import io.spate.engine.WriteBody;

import static io.spate.hadoop.WritingFixture.PART;
import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.random;
import static io.spate.hadoop.WritingFixture.uri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class ConcatenationTest {
    private static final String CHUNK = ".____distcpSplit____";

    private WritingFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(Map.of("operation.concurrency", "1"));
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void concat_largeFiles_copiesPartsOnly() throws IOException {
        byte[] whole = put(fixture, "d/a", 3 * PART, "d/b", 2 * PART, "d/c", 2 * PART);

        concat("/d/a", "/d/b", "/d/c");

        assertThat(fixture.bytes("d/a")).isEqualTo(whole);
        assertThat(fixture.keysOf("d/b", "d/c")).isEmpty();
        assertThat(fixture.log())
                .containsExactly(
                        "HEAD d/a",
                        "HEAD d/b",
                        "HEAD d/c",
                        "CREATE_UPLOAD d/a",
                        "COPY_PART d/a",
                        "COPY_PART d/a",
                        "COPY_PART d/a",
                        "HEAD d/a",
                        "HEAD d/b",
                        "HEAD d/c",
                        "COMPLETE_UPLOAD d/a",
                        "HEAD d/a",
                        "DELETE_MANY d/b",
                        "LIST d/");
    }

    @Test
    void concat_smallFiles_joinsThem() throws IOException {
        byte[] whole =
                put(fixture, "d/a", 10, "d/b", 0, "d/c", 3 * PART, "d/e", 7, "d/f", PART / 2, "d/g", PART, "d/h", 1);

        concat("/d/a", "/d/b", "/d/c", "/d/e", "/d/f", "/d/g", "/d/h");

        assertThat(fixture.bytes("d/a")).isEqualTo(whole);
        assertThat(fixture.keysOf("d/b", "d/c", "d/e", "d/f", "d/g", "d/h")).isEmpty();
    }

    @Test
    void concat_anyFiles_hasAllBytes() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 20; round++) {
            Object[] files = new Object[2 * (2 + random.nextInt(6))];
            String[] names = new String[files.length / 2];
            for (int i = 0; i < names.length; i++) {
                names[i] = "/r" + round + "/" + i;
                files[2 * i] = names[i].substring(1);
                files[2 * i + 1] = random.nextInt(3) == 0 ? random.nextInt(4 * PART) : random.nextInt(PART);
            }
            byte[] whole = put(fixture, files);

            concat(names);

            assertThat(fixture.bytes(names[0].substring(1))).isEqualTo(whole);
        }
    }

    @Test
    void concat_keepsTheAttributesOfTheTarget() throws IOException {
        ObjectAttributes attributes = ObjectAttributes.NONE.with(StoredHeader.CONTENT_TYPE, "text/csv");
        fixture.memory.put(uri("a"), WriteBody.of(random(10)), attributes, Precondition.NONE);
        put(fixture, "b", 5);

        concat("/a", "/b");

        assertThat(fixture.memory.details(uri("a")).attributes().headers()).isEqualTo(attributes.headers());
    }

    @Test
    void concat_ofNothing_onlyDeletes() throws IOException {
        put(fixture, "a", 0, "b", 0);

        concat("/a", "/b");

        assertThat(fixture.keysOf("a", "b")).containsExactly("a");
        assertThat(fixture.requests.count(Operation.CREATE_UPLOAD)).isZero();
    }

    @Test
    void concat_whatCannotBe_isRefusedAndChangesNothing() throws IOException {
        put(fixture, "a", 1, "b", 2, "d/x", 3);

        assertThatThrownBy(() -> concat("/a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> concat("/a", "/a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> concat("/a", "/b", "/b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> concat("/a", "/no")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> concat("/no", "/a")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> concat("/a", "/d")).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> concat("/", "/a")).isInstanceOf(FileNotFoundException.class);
        assertThat(fixture.keysOf("a", "b", "d/x")).hasSize(3);
        assertThat(fixture.requests.count(Operation.CREATE_UPLOAD)).isZero();
    }

    @Test
    void concat_whereARequestFails_leavesEverythingAsItWas() throws IOException {
        for (Operation operation :
                new Operation[] {Operation.COPY_PART, Operation.UPLOAD_PART, Operation.COMPLETE_UPLOAD, Operation.GET
                }) {
            FaultyStore.Plan plan = FaultyStore.failing(Kind.DENIED, request -> request.operation() == operation);
            try (WritingFixture faulty = new WritingFixture(Map.of(), plan)) {
                byte[] first = put(faulty, "a", 3 * PART);
                put(faulty, "b", 10, "c", 3 * PART);

                assertThatThrownBy(() -> faulty.fileSystem.concat(path("/a"), new Path[] {path("/b"), path("/c")}))
                        .as(operation.toString())
                        .isInstanceOf(IOException.class);

                assertThat(faulty.bytes("a")).isEqualTo(first);
                assertThat(faulty.keysOf("b", "c")).hasSize(2);
                assertThat(faulty.memory.openUploads()).isEmpty();
            }
        }
    }

    @Test
    void concat_whereTheAnswerOfCompleteIsLost_isDone() throws IOException {
        FaultyStore.Plan plan =
                FaultyStore.losing(Kind.UNAVAILABLE, request -> request.operation() == Operation.COMPLETE_UPLOAD);
        try (WritingFixture faulty = new WritingFixture(Map.of(), plan)) {
            byte[] whole = put(faulty, "a", 3 * PART, "b", 10);

            faulty.fileSystem.concat(path("/a"), new Path[] {path("/b")});

            assertThat(faulty.bytes("a")).isEqualTo(whole);
            assertThat(faulty.isThere("b")).isFalse();
        }
    }

    @Test
    void concat_ofWhatChangesMeanwhile_fails() throws IOException {
        WritingFixture[] holder = new WritingFixture[1];
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.COPY_PART) {
                    holder[0].memory.put(uri("b"), random(2 * PART));
                }
            }
        };
        try (WritingFixture racing = new WritingFixture(Map.of("operation.concurrency", "1"), plan)) {
            holder[0] = racing;
            byte[] first = put(racing, "a", 2 * PART);
            put(racing, "b", 2 * PART);

            assertThatThrownBy(() -> racing.fileSystem.concat(path("/a"), new Path[] {path("/b")}))
                    .isInstanceOf(IOException.class);

            assertThat(racing.bytes("a")).isEqualTo(first);
            assertThat(racing.isThere("b")).isTrue();
            assertThat(racing.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void concat_ofChunksOfDistCp_isCompletedByTheRename() throws IOException {
        String first = "d/x" + CHUNK + "0." + 2 * PART;
        String second = "d/x" + CHUNK + 2 * PART + "." + 3 * PART;
        byte[] whole = put(fixture, first, 2 * PART, second, 3 * PART);
        FileSystemFixture.put(fixture.memory, "d/other", "1");

        concat("/" + first, "/" + second);

        assertThat(fixture.fileSystem.getFileStatus(path("/" + first)).getLen()).isEqualTo(whole.length);
        assertThat(fixture.isThere("d/x")).isFalse();
        assertThat(fixture.keysOf(first, second)).hasSize(2);

        assertThat(fixture.fileSystem.rename(path("/" + first), path("/d/x"))).isTrue();

        assertThat(fixture.bytes("d/x")).isEqualTo(whole);
        assertThat(fixture.keysOf(first, second)).isEmpty();
        assertThat(fixture.requests.count(Operation.COPY)).isZero();
        assertThat(fixture.requests.count(Operation.COPY_PART)).isEqualTo(2);
    }

    @Test
    void concat_ofChunksThatNobodyRenames_leavesThem() throws IOException {
        String first = "x" + CHUNK + "0." + 2 * PART;
        String second = "x" + CHUNK + 2 * PART + "." + 3 * PART;
        put(fixture, first, 2 * PART, second, 3 * PART);
        concat("/" + first, "/" + second);

        fixture.fileSystem.close();

        assertThat(fixture.keysOf(first, second)).hasSize(2);
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void delete_ofConcatenatedChunks_deletesAllOfThem() throws IOException {
        String first = "x" + CHUNK + "0." + 2 * PART;
        String second = "x" + CHUNK + 2 * PART + "." + 3 * PART;
        put(fixture, first, 2 * PART, second, 3 * PART);
        concat("/" + first, "/" + second);

        assertThat(fixture.fileSystem.delete(path("/" + first), false)).isTrue();

        assertThat(fixture.keysOf(first, second)).isEmpty();
        assertThat(fixture.memory.openUploads()).isEmpty();
    }

    @Test
    void concat_whereTheTargetIsReplacedMeanwhile_keepsThatIfTheStoreTells() throws IOException {
        WritingFixture[] holder = new WritingFixture[1];
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.COMPLETE_UPLOAD) {
                    FileSystemFixture.put(holder[0].memory, "a", "other");
                }
            }
        };
        try (WritingFixture racing = new WritingFixture(Map.of("profile", "aws", "write.part-size", "5m"), plan)) {
            holder[0] = racing;
            put(racing, "a", 10, "b", 10);

            assertThatThrownBy(() -> racing.fileSystem.concat(path("/a"), new Path[] {path("/b")}))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(FileAlreadyExistsException.class);

            assertThat(FileSystemFixture.text(racing.memory, "a")).isEqualTo("other");
            assertThat(racing.isThere("b")).isTrue();
            assertThat(racing.memory.openUploads()).isEmpty();
        }
    }

    private void concat(String target, String... sources) throws IOException {
        Path[] paths = new Path[sources.length];
        for (int i = 0; i < sources.length; i++) {
            paths[i] = path(sources[i]);
        }
        fixture.fileSystem.concat(path(target), paths);
    }

    private void concat(String[] names) throws IOException {
        String[] sources = new String[names.length - 1];
        System.arraycopy(names, 1, sources, 0, sources.length);
        concat(names[0], sources);
    }

    /** Puts objects, named by a key and then a length, and gives the bytes of all of them. */
    private static byte[] put(WritingFixture fixture, Object... keysAndLengths) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < keysAndLengths.length; i += 2) {
            byte[] bytes = random((Integer) keysAndLengths[i + 1]);
            fixture.memory.put(uri((String) keysAndLengths[i]), bytes);
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }
}
