package io.spate.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.FaultyStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.Upload;
import io.spate.sink.SinkFixture.Checkpoint;
import io.spate.sink.SpateCommittable.PendingObject;

import static io.spate.sink.SinkFixture.PART;
import static io.spate.sink.SinkFixture.checkpoint;
import static io.spate.sink.SinkFixture.endOfInput;
import static io.spate.sink.SinkFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What becomes of open objects when writers are restored, exactly once. */
@Timeout(60)
class SinkRestoreTest {
    private static final String PARTS = "p".repeat(2 * PART + 5);

    private final SinkFixture fixture = new SinkFixture();

    @Test
    void restore_objectWithParts_isCommittedWithTheFirstCheckpoint() throws Exception {
        assertRestored(PARTS);
    }

    @Test
    void restore_objectWithoutParts_isCommittedWithTheFirstCheckpoint() throws Exception {
        assertRestored("small");
        assertThat(fixture.memory().openUploads()).isEmpty();
    }

    @Test
    void restore_objectThatEndsWithAPart_sendsNoOther() throws Exception {
        assertRestored("p".repeat(2 * PART));
        assertThat(fixture.requests().count(Operation.UPLOAD_PART)).isEqualTo(2);
    }

    @Test
    void restore_objectOfRecordsWithoutBytes_isMade() throws Exception {
        assertRestored("");
    }

    @Test
    void restore_goesOnInAnotherObject() throws Exception {
        Checkpoint before = checkpointOf(PARTS);
        try (SpateSinkWriter<String> restored = fixture.writer(0, before.states())) {
            write(restored, "more");
            Checkpoint after = checkpoint(restored);
            assertThat(after.states()).hasSize(1);
            fixture.commit(after.committables());
            fixture.commit(endOfInput(restored));
        }
        assertThat(fixture.visible()).hasSize(2).containsValues(PARTS, "more");
    }

    @Test
    void restore_atTheEndOfInput_commitsTheObject() throws Exception {
        Checkpoint before = checkpointOf(PARTS);
        try (SpateSinkWriter<String> restored = fixture.writer(0, before.states())) {
            fixture.commit(endOfInput(restored));
        }
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
    }

    @Test
    void restore_twiceFromOneState_makesOneObjectWithTheSameContent() throws Exception {
        for (String content : List.of(PARTS, "small")) {
            Checkpoint savepoint = checkpointOf(content);
            commitRestored(savepoint.states());
            Map<String, String> once = fixture.visible();
            commitRestored(savepoint.states());
            assertThat(fixture.visible()).isEqualTo(once).containsValue(content);
        }
    }

    @Test
    void restore_twiceAtOnce_makesOneObjectWithTheSameContent() throws Exception {
        Checkpoint savepoint = checkpointOf(PARTS);
        try (SpateSinkWriter<String> one = fixture.writer(0, savepoint.states());
                SpateSinkWriter<String> other = fixture.writer(0, savepoint.states())) {
            List<PendingObject> ofOne = checkpoint(one).committables();
            List<PendingObject> ofOther = checkpoint(other).committables();
            fixture.commit(ofOther);
            assertThat(fixture.commit(ofOne))
                    .allMatch(request -> request.signals().equals(List.of("already")));
        }
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
    }

    @Test
    void restore_whileTheOldWriterGoesOn_makesTheObjectOfTheCheckpoint() throws Exception {
        try (SpateSinkWriter<String> zombie = fixture.writer()) {
            write(zombie, PARTS);
            Checkpoint checkpoint = checkpoint(zombie);
            write(zombie, "z".repeat(3 * PART));
            try (SpateSinkWriter<String> restored = fixture.writer(0, checkpoint.states())) {
                List<PendingObject> committables = checkpoint(restored).committables();
                write(zombie, "z".repeat(2 * PART));
                zombie.flush(true);
                zombie.prepareCommit();
                fixture.commit(committables);
            }
        }
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
    }

    @Test
    void restore_withoutState_startsAnew() throws Exception {
        try (SpateSinkWriter<String> restored = fixture.writer(3, List.of())) {
            write(restored, "a");
            fixture.commit(endOfInput(restored));
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("a");
    }

    @Test
    void restore_statesSpreadOverOtherWriters_commitsEachOnce() throws Exception {
        fixture.with(builder -> builder.bucketBy((record, context) -> record.substring(0, 1)));
        Checkpoint savepoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a", "b".repeat(PART + 1), "c", "d".repeat(2 * PART));
            savepoint = checkpoint(writer);
        }
        assertThat(savepoint.states()).hasSize(4);
        commitRestored(savepoint.states().subList(0, 3));
        commitRestored(savepoint.states().subList(3, 4));
        commitRestored(List.of());
        assertThat(fixture.visible()).hasSize(4).containsValues("a", "b".repeat(PART + 1), "c", "d".repeat(2 * PART));
    }

    @Test
    void restore_ofSeveralWriters_commitsAllInOne() throws Exception {
        List<SpateWriterState> states = new ArrayList<>();
        for (String content : List.of("a", PARTS, "c")) {
            states.addAll(checkpointOf(content).states());
        }
        commitRestored(states);
        assertThat(fixture.visible()).hasSize(3).containsValues("a", PARTS, "c");
    }

    @Test
    void restore_bytesThatTheOldWriterHadSentSince_areNoPartOfTheObject() throws Exception {
        Checkpoint checkpoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, PARTS);
            checkpoint = checkpoint(writer);
            write(writer, "z".repeat(3 * PART));
            endOfInput(writer);
        }
        commitRestored(checkpoint.states());
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
    }

    @Test
    void restore_uploadThatWasAborted_failsTheCommitNamingIt() throws Exception {
        Checkpoint checkpoint = checkpointOf(PARTS);
        Upload upload = checkpoint.states().get(0).object().upload().orElseThrow();
        fixture.memory().abort(upload);
        try (SpateSinkWriter<String> restored = fixture.writer(0, checkpoint.states())) {
            List<PendingObject> committables = checkpoint(restored).committables();
            assertThat(committables).hasSize(1);
            assertThatThrownBy(() -> fixture.commit(committables))
                    .hasMessageContainingAll(upload.uri().toString(), upload.uploadId())
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOST_UPLOAD));
        }
        assertThat(fixture.visible()).isEmpty();
    }

    @Test
    void snapshot_partThatCannotBeStored_failsNamingTheObject() throws Exception {
        SinkFixture refusing = new SinkFixture(store -> new FaultyStore(
                store, FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART)));
        try (SpateSinkWriter<String> writer = refusing.writer()) {
            assertThatThrownBy(() -> {
                        write(writer, PARTS);
                        checkpoint(writer);
                    })
                    .hasStackTraceContaining("spate://bucket/out/")
                    .hasStackTraceContaining("DENIED");
        }
    }

    @Test
    void prepareCommit_partThatCannotBeStored_failsWithTheStoresFailure() throws Exception {
        SinkFixture refusing = new SinkFixture(store -> new FaultyStore(
                store, FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART)));
        try (SpateSinkWriter<String> writer = refusing.writer()) {
            write(writer, "small");
            writer.flush(true);
            assertThatThrownBy(writer::prepareCommit)
                    .hasMessageContaining("spate://bucket/out/")
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED));
        }
    }

    @Test
    void write_afterAnEndedObjectFailed_failsWithoutACheckpoint() throws Exception {
        SinkFixture refusing = new SinkFixture(store -> new FaultyStore(
                        store,
                        FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART)))
                .with(builder -> builder.rolling(Rolling.defaults().withMaxRecords(1)));
        try (SpateSinkWriter<String> writer = refusing.writer()) {
            assertThatThrownBy(() -> {
                        while (true) {
                            write(writer, "a");
                        }
                    })
                    .hasMessageContainingAll("spate://bucket/out/", "DENIED");
        }
    }

    private void assertRestored(String content) throws Exception {
        Checkpoint before = checkpointOf(content);
        ObjectUri uri = before.states().get(0).object().uri();
        try (SpateSinkWriter<String> restored = fixture.writer(0, before.states())) {
            Checkpoint after = checkpoint(restored);
            assertThat(after.states()).isEmpty();
            assertThat(after.committables()).extracting(PendingObject::records).containsExactly(1L);
            fixture.commit(after.committables());
        }
        assertThat(fixture.visible()).isEqualTo(Map.of(uri.key(), content));
    }

    /** What a writer of one record leaves when it fails right after its first checkpoint. */
    private Checkpoint checkpointOf(String content) throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, content);
            return checkpoint(writer);
        }
    }

    private void commitRestored(List<SpateWriterState> states) throws Exception {
        try (SpateSinkWriter<String> restored = fixture.writer(0, states)) {
            fixture.commit(checkpoint(restored).committables());
        }
    }
}
