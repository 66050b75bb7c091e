package io.spate.sink;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.flink.connector.base.DeliveryGuarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.FaultyStore;
import io.spate.engine.Operation;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.Upload;
import io.spate.sink.SinkFixture.Checkpoint;

import static io.spate.sink.SinkFixture.PART;
import static io.spate.sink.SinkFixture.checkpoint;
import static io.spate.sink.SinkFixture.endOfInput;
import static io.spate.sink.SinkFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
class AtLeastOnceTest {
    private static final String PARTS = "p".repeat(2 * PART + 5);

    private final SinkFixture fixture = atLeastOnce(new SinkFixture());

    @Test
    void end_smallObject_costsOnePut() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a", "b");
            assertThat(endOfInput(writer)).isEmpty();
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("ab");
        assertThat(fixture.requests().requests()).hasSize(1);
        assertThat(fixture.requests().count(Operation.PUT)).isEqualTo(1);
    }

    @Test
    void end_objectOfParts_costsARequestForEachAndThreeMore() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, PARTS);
            assertThat(endOfInput(writer)).isEmpty();
        }
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
        assertThat(fixture.requests().count(Operation.UPLOAD_PART)).isEqualTo(3);
        assertThat(fixture.requests().requests()).hasSize(6);
    }

    @Test
    void end_byALimit_isVisibleWithTheNextCheckpointAtTheLatest() throws Exception {
        fixture.with(builder -> builder.rolling(Rolling.defaults().withMaxRecords(2)));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a", "b", "c");
            Checkpoint checkpoint = checkpoint(writer);
            assertThat(checkpoint.committables()).isEmpty();
            assertThat(checkpoint.states()).hasSize(1);
            assertThat(fixture.visible()).hasSize(1).containsValue("ab");
        }
    }

    @Test
    void checkpoint_formatThatEndsWithIt_leavesNothingOpen() throws Exception {
        fixture.with(builder -> builder.format(TestFormats.framed()));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a");
            assertThat(checkpoint(writer).states()).isEmpty();
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("<a>");
    }

    @Test
    void restore_smallObjectThatTheOldWriterMadeVisibleWithMore_staysAsItIs() throws Exception {
        Checkpoint checkpoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a");
            checkpoint = checkpoint(writer);
            write(writer, "b");
            endOfInput(writer);
        }
        restore(checkpoint);
        assertThat(fixture.visible()).hasSize(1).containsValue("ab");
    }

    @Test
    void restore_smallObjectAgainAndAgain_isWrittenOnce() throws Exception {
        Checkpoint checkpoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a");
            checkpoint = checkpoint(writer);
        }
        for (int i = 0; i < 3; i++) {
            restore(checkpoint);
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("a");
        assertThat(fixture.requests().count(Operation.PUT)).isEqualTo(1);
    }

    @Test
    void restore_objectWithParts_isVisibleWithTheFirstCheckpoint() throws Exception {
        Checkpoint checkpoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, PARTS);
            checkpoint = checkpoint(writer);
        }
        restore(checkpoint);
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
        restore(checkpoint);
        assertThat(fixture.visible()).hasSize(1).containsValue(PARTS);
    }

    @Test
    void restore_objectThatTheOldWriterMadeVisibleWithMore_staysAsItIs() throws Exception {
        for (String content : List.of(PARTS, "p".repeat(2 * PART))) {
            Checkpoint checkpoint;
            try (SpateSinkWriter<String> writer = fixture.writer()) {
                write(writer, content);
                checkpoint = checkpoint(writer);
                write(writer, "more");
                endOfInput(writer);
            }
            restore(checkpoint);
            assertThat(fixture.visible()).containsValue(content + "more");
        }
        assertThat(fixture.visible()).hasSize(2);
    }

    @Test
    void restore_uploadThatWasAborted_failsNamingIt() throws Exception {
        Checkpoint checkpoint;
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, PARTS);
            checkpoint = checkpoint(writer);
        }
        Upload upload = checkpoint.states().get(0).object().upload().orElseThrow();
        fixture.memory().abort(upload);
        fixture.memory().put(upload.uri(), (PARTS + "of somebody else").getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> restore(checkpoint))
                .hasMessageContainingAll(upload.uri().toString(), upload.uploadId())
                .cause()
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.LOST_UPLOAD));
    }

    @Test
    void prepareCommit_putThatIsRefused_fails() throws Exception {
        SinkFixture refusing = atLeastOnce(new SinkFixture(store -> new FaultyStore(
                store, FaultyStore.failing(Kind.DENIED, request -> request.operation() == Operation.PUT))));
        try (SpateSinkWriter<String> writer = refusing.writer()) {
            write(writer, "a");
            writer.flush(true);
            assertThatThrownBy(writer::prepareCommit).hasMessageContainingAll("DENIED", "spate://bucket/out/");
        }
    }

    private void restore(Checkpoint checkpoint) throws Exception {
        try (SpateSinkWriter<String> restored = fixture.writer(0, checkpoint.states())) {
            Checkpoint after = checkpoint(restored);
            assertThat(after.committables()).isEmpty();
            assertThat(after.states()).isEmpty();
        }
    }

    private static SinkFixture atLeastOnce(SinkFixture fixture) {
        return fixture.with(builder -> builder.deliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE));
    }
}
