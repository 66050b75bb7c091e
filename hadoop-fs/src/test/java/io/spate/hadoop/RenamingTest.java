package io.spate.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.FaultyStore;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.Operation;
import io.spate.engine.Precondition;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoreRequest;
import io.spate.engine.StoredHeader;
import io.spate.engine.WriteBody;

import static io.spate.hadoop.WritingFixture.path;
import static io.spate.hadoop.WritingFixture.uri;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

@Timeout(60)
final class RenamingTest {
    private WritingFixture fixture;

    @BeforeEach
    void open() throws IOException {
        fixture = new WritingFixture(Map.of());
    }

    @AfterEach
    void close() throws IOException {
        fixture.close();
    }

    @Test
    void rename_ofAFile_copiesVerifiesAndDeletes() throws IOException {
        put("d/a", "text");
        put("d/other", "1");

        assertThat(rename("/d/a", "/d/b")).isTrue();

        assertThat(fixture.log())
                .containsExactly("HEAD d/a", "HEAD d/b", "LIST d/b/", "COPY d/b", "HEAD d/b", "DELETE d/a", "LIST d/");
        assertThat(FileSystemFixture.text(fixture.memory, "d/b")).isEqualTo("text");
        assertThat(fixture.isThere("d/a")).isFalse();
    }

    @Test
    void rename_ofAFile_keepsHeadersAndMetadata() throws IOException {
        ObjectAttributes attributes = ObjectAttributes.NONE
                .with(StoredHeader.CONTENT_TYPE, "text/csv")
                .withMetadata("team", "blue");
        fixture.memory.put(uri("a"), WriteBody.of(new byte[3]), attributes, Precondition.NONE);

        assertThat(rename("/a", "/b")).isTrue();

        assertThat(fixture.memory.details(uri("b")).attributes()).isEqualTo(attributes);
    }

    @Test
    void rename_ofTheLastFile_keepsItsDirectory() throws IOException {
        put("d/a", "text");

        assertThat(rename("/d/a", "/b")).isTrue();

        assertThat(fixture.isThere("d/")).isTrue();
    }

    @Test
    void rename_ofATree_movesMarkersAndKeysWithoutAPath() throws IOException {
        put("d/", "");
        put("d/file", "1");
        put("d/sub/", "");
        put("d/sub//odd", "2");
        put("d/../odd", "3");
        put("dd/stays", "4");

        assertThat(rename("/d", "/e")).isTrue();

        assertThat(fixture.keysOf("e/", "e/file", "e/sub/", "e/sub//odd", "e/../odd", "dd/stays"))
                .hasSize(6);
        assertThat(fixture.keysOf("d/", "d/file", "d/sub/", "d/sub//odd", "d/../odd"))
                .isEmpty();
    }

    @Test
    void rename_ofATree_takesTwoRequestsPerFileAndOneDeletion() throws IOException {
        IntStream.range(0, 50).forEach(i -> put("d/" + i, "text"));
        fixture.log();

        assertThat(rename("/d", "/e")).isTrue();

        assertThat(fixture.requests.count(Operation.COPY)).isEqualTo(50);
        assertThat(fixture.requests.count(Operation.DELETE_MANY)).isOne();
        // The source, the target, and each copy; then the source, the target and the tree. The root needs no marker.
        assertThat(fixture.requests.count(Operation.HEAD)).isEqualTo(2 + 50);
        assertThat(fixture.requests.count(Operation.LIST)).isEqualTo(3);
    }

    @Test
    void rename_intoADirectory_goesBelowIt() throws IOException {
        put("a", "1");
        put("d/x", "2");
        put("e/y", "3");

        assertThat(rename("/a", "/d")).isTrue();
        assertThat(rename("/e", "/d")).isTrue();

        assertThat(fixture.keysOf("d/a", "d/e/y", "d/x")).hasSize(3);
        assertThat(fixture.keysOf("a", "e/y")).isEmpty();
    }

    @Test
    void rename_whichCannotBe_isFalseAndChangesNothing() throws IOException {
        put("a", "1");
        put("b", "2");
        put("d/a", "3");
        put("d/sub/x", "4");

        List<String[]> refused = List.of(
                new String[] {"/", "/x"},
                new String[] {"/missing", "/x"},
                new String[] {"/a", "/b"},
                new String[] {"/a", "/d"},
                new String[] {"/a", "/no/x"},
                new String[] {"/a", "/b/x"},
                new String[] {"/a", "/a/x"},
                new String[] {"/d", "/b"},
                new String[] {"/d", "/d"},
                new String[] {"/d", "/d/sub"},
                new String[] {"/d", "/d/new"},
                new String[] {"/d/sub", "/d"},
                new String[] {"/d", "/"});
        for (String[] names : refused) {
            assertThat(rename(names[0], names[1]))
                    .as(names[0] + " to " + names[1])
                    .isFalse();
        }

        assertThat(fixture.keysOf("a", "b", "d/a", "d/sub/x")).hasSize(4);
        assertThat(fixture.requests.count(Operation.COPY)).isZero();
        assertThat(fixture.requests.count(Operation.PUT)).isZero();
    }

    @Test
    void rename_ofAFileOntoItself_isTrue() throws IOException {
        put("d/a", "1");

        assertThat(rename("/d/a", "/d/a")).isTrue();
        assertThat(rename("/d/a", "/d")).isTrue();

        assertThat(fixture.isThere("d/a")).isTrue();
    }

    @Test
    void rename_whereACopyFails_keepsEverySourceAndSaysWhatWasCopied() throws IOException {
        FaultyStore.Plan plan = FaultyStore.failing(
                Kind.DENIED,
                request -> request.operation() == Operation.COPY
                        && request.uri().key().equals("e/3"));
        try (WritingFixture faulty = new WritingFixture(Map.of("operation.concurrency", "1"), plan)) {
            IntStream.range(0, 5).forEach(i -> FileSystemFixture.put(faulty.memory, "d/" + i, "text"));

            assertThatThrownBy(() -> faulty.fileSystem.rename(path("/d"), path("/e")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("0 objects were moved")
                    .hasMessageContaining("3 of 5 others were copied and not deleted")
                    .hasMessageContaining("planned failure");

            assertThat(faulty.keysOf("d/0", "d/1", "d/2", "d/3", "d/4")).hasSize(5);
            assertThat(faulty.requests.count(Operation.DELETE_MANY)).isZero();
        }
    }

    @Test
    void rename_whereACopyHasAnotherLength_keepsTheSource() throws IOException {
        WritingFixture[] holder = new WritingFixture[1];
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void after(StoreRequest request) {
                if (request.operation() == Operation.COPY) {
                    FileSystemFixture.put(holder[0].memory, request.uri().key(), "cut");
                }
            }
        };
        try (WritingFixture faulty = new WritingFixture(Map.of(), plan)) {
            holder[0] = faulty;
            FileSystemFixture.put(faulty.memory, "d/a", "a longer text");

            assertThatThrownBy(() -> faulty.fileSystem.rename(path("/d"), path("/e")))
                    .isInstanceOf(IOException.class);

            assertThat(faulty.isThere("d/a")).isTrue();
        }
    }

    @Test
    void rename_whereADeletionFails_saysSo() throws IOException {
        FaultyStore.Plan plan = FaultyStore.failing(
                Kind.DENIED,
                request -> request.operation() == Operation.DELETE_MANY || request.operation() == Operation.DELETE);
        try (WritingFixture faulty = new WritingFixture(Map.of(), plan)) {
            FileSystemFixture.put(faulty.memory, "d/a", "1");
            FileSystemFixture.put(faulty.memory, "f", "1");

            assertThatThrownBy(() -> faulty.fileSystem.rename(path("/d"), path("/e")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("1 others were copied and could not be deleted");
            assertThatThrownBy(() -> faulty.fileSystem.rename(path("/f"), path("/g")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("has copied it, but could not delete the source");

            assertThat(faulty.keysOf("d/a", "e/a", "f", "g")).hasSize(4);
        }
    }

    @Test
    void rename_doesNotDeleteWhatAppearsMeanwhile() throws IOException {
        WritingFixture[] holder = new WritingFixture[1];
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.COPY) {
                    FileSystemFixture.put(holder[0].memory, "d/new", "new");
                }
            }
        };
        try (WritingFixture racing = new WritingFixture(Map.of(), plan)) {
            holder[0] = racing;
            FileSystemFixture.put(racing.memory, "d/a", "1");

            assertThat(racing.fileSystem.rename(path("/d"), path("/e"))).isTrue();

            assertThat(racing.keysOf("d/a", "d/new", "e/a", "e/new")).containsExactly("d/new", "e/a");
        }
    }

    @Test
    void rename_interrupted_keepsEverySource() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        Thread test = Thread.currentThread();
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) throws StoreException {
                if (request.operation() == Operation.COPY) {
                    test.interrupt();
                    try {
                        assertThat(never.await(50, TimeUnit.SECONDS)).isFalse();
                    } catch (InterruptedException e) {
                        throw new StoreException(Kind.INVALID, request, "interrupted", e);
                    }
                }
            }
        };
        try (WritingFixture faulty = new WritingFixture(Map.of(), plan)) {
            IntStream.range(0, 5).forEach(i -> FileSystemFixture.put(faulty.memory, "d/" + i, "text"));

            Throwable failure = catchThrowable(() -> faulty.fileSystem.rename(path("/d"), path("/e")));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure).isInstanceOf(IOException.class).hasMessageContaining("interrupted");
            assertThat(faulty.keysOf("d/0", "d/1", "d/2", "d/3", "d/4")).hasSize(5);
            assertThat(faulty.keysOf("e/0", "e/1", "e/2", "e/3", "e/4")).isEmpty();
        }
    }

    private boolean rename(String source, String target) throws IOException {
        return fixture.fileSystem.rename(path(source), path(target));
    }

    private void put(String key, String text) {
        FileSystemFixture.put(fixture.memory, key, text);
    }
}
