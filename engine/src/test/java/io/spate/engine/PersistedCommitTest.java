package io.spate.engine;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.StoreException.Kind;

import static io.spate.engine.WriterFixture.PART;
import static io.spate.engine.WriterFixture.URI;
import static io.spate.engine.WriterFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

/** Commits of what was persisted of an object while it was open. */
@Timeout(120)
class PersistedCommitTest {
    private static final byte[] BYTES = ReaderFixture.random(9, 2 * PART + 9);

    private final AtomicInteger planned = new AtomicInteger();

    @Test
    void commitOfPersisted_twiceAndWhileTheOldWriterGoesOn_givesTheBytesOfThen() throws Exception {
        byte[] bytes = ReaderFixture.random(3, 6 * PART);
        int then = 2 * PART + 1000;
        try (WriterFixture fixture = new WriterFixture(Map.of());
                ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI))) {
            writer.write(bytes, 0, then);
            PersistedObject state = get(writer.persist());
            writer.write(bytes, then, bytes.length - then);
            get(writer.persist());

            assertThat(commit(fixture, state).already()).isFalse();
            assertThat(fixture.memory.bytes(URI)).isEqualTo(Arrays.copyOf(bytes, then));
            assertThat(commit(fixture, state).already()).isTrue();
            assertThat(fixture.memory.bytes(URI)).isEqualTo(Arrays.copyOf(bytes, then));
        }
    }

    @Test
    void commitOfPersisted_storeThatWantsAllParts_saysWhatToDo() throws Exception {
        FaultyStore.Plan plan =
                FaultyStore.failing(Kind.INVALID, request -> request.operation() == Operation.COMPLETE_UPLOAD);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan);
                ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI))) {
            writer.write(BYTES, 0, BYTES.length);
            PersistedObject state = get(writer.persist());
            writer.write(new byte[3 * PART], 0, 3 * PART);
            get(writer.persist());
            assertThat(WriterFixture.failure(fixture.engine.committer().commit(state, Precondition.NONE)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID))
                    .hasMessageContaining("'profile'")
                    .hasMessageContaining(URI.toString());
        }
    }

    @Test
    void commitOfPersisted_tailReplacedInBetween_isSentAgain() throws Exception {
        byte[] bytes = ReaderFixture.random(3, PART + 1000);
        Runnable[] between = {() -> {}};
        FaultyStore.Plan plan = new FaultyStore.Plan() {
            @Override
            public void before(StoreRequest request) {
                if (request.operation() == Operation.COMPLETE_UPLOAD && planned.getAndDecrement() > 0) {
                    between[0].run();
                }
            }
        };
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan);
                ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI))) {
            writer.write(bytes, 0, bytes.length);
            PersistedObject state = get(writer.persist());
            between[0] = () -> sendPart(fixture, state.upload().orElseThrow(), 2);
            planned.set(3);
            assertThat(commit(fixture, state).already()).isFalse();
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
        }
    }

    @Test
    void commitOfPersisted_headDenied_isPut() throws Exception {
        FaultyStore.Plan plan = FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.HEAD);
        PersistedObject state =
                new PersistedObject(URI, "marker-1", ObjectAttributes.NONE, Optional.empty(), new byte[] {1, 2});
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            assertThat(commit(fixture, state).length()).isEqualTo(2);
            assertThat(fixture.memory.bytes(URI)).containsExactly(1, 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 2 * PART + 10})
    void commitOfPersisted_committedLaterWithMore_staysAsItIs(int then) throws Exception {
        byte[] bytes = ReaderFixture.random(3, 4 * PART);
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI));
            writer.write(bytes, 0, then);
            PersistedObject state = get(writer.persist());
            writer.write(bytes, then, bytes.length - then);
            fixture.commit(get(writer.finish()));

            CommittedObject found = commit(fixture, state);
            assertThat(found.already()).isTrue();
            assertThat(found.length()).isEqualTo(bytes.length);
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
        }
    }

    @Test
    void commitOfPersisted_abortedUpload_isLost() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of());
                ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI))) {
            writer.write(BYTES, 0, BYTES.length);
            PersistedObject state = get(writer.persist());
            Upload upload = state.upload().orElseThrow();
            get(fixture.engine.committer().abort(upload));
            assertThat(WriterFixture.failure(fixture.engine.committer().commit(state, Precondition.NONE)))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOST_UPLOAD))
                    .hasMessageContaining(upload.uploadId())
                    .hasMessageContaining(Integer.toString(BYTES.length));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10})
    void commitOfPersisted_withoutAnUpload_isPutOnce(int length) throws Exception {
        byte[] tail = ReaderFixture.random(1, length);
        ObjectAttributes attributes = ObjectAttributes.NONE.with(StoredHeader.CONTENT_TYPE, "text/csv");
        PersistedObject state = new PersistedObject(URI, "marker-1", attributes, Optional.empty(), tail);
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            assertThat(commit(fixture, state).already()).isFalse();
            assertThat(commit(fixture, state).already()).isTrue();
            assertThat(fixture.memory.bytes(URI)).isEqualTo(tail);
            ObjectAttributes stored = fixture.memory.details(URI).attributes();
            assertThat(stored.metadata()).containsEntry(Upload.MARKER, "marker-1");
            assertThat(stored.header(StoredHeader.CONTENT_TYPE)).contains("text/csv");
            assertThat(fixture.operations()).containsExactly(Operation.HEAD, Operation.PUT, Operation.HEAD);
        }
    }

    private static CommittedObject commit(WriterFixture fixture, PersistedObject state) throws Exception {
        return get(fixture.engine.committer().commit(state, Precondition.NONE));
    }

    private static void sendPart(WriterFixture fixture, Upload upload, int number) {
        try {
            fixture.memory.uploadPart(upload, number, WriteBody.of(new byte[3 * PART]));
        } catch (StoreException e) {
            throw new AssertionError("cannot send a part", e);
        }
    }
}
