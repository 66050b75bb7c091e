package io.spate.sink;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.PersistedObject;
import io.spate.engine.StoredHeader;
import io.spate.engine.Upload;
import io.spate.sink.ObjectLedger.Entry;
import io.spate.sink.SpateCommittable.PendingObject;
import io.spate.sink.SpateCommittable.VisibleObject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The bytes of checkpoints. Those of every released version are among the test resources and must stay readable. */
class SerializersTest {
    private static final Upload UPLOAD = new Upload(
            new ObjectUri("bucket", "a/б \uD83D\uDE00//0"),
            "upload+/id==",
            "marker-0",
            List.of(new Part(1, "etag-1", 8 << 20), new Part(2, "", 5L << 30), new Part(10_000, "tail", 3)));
    private static final ObjectAttributes ATTRIBUTES =
            ObjectAttributes.NONE.with(StoredHeader.CONTENT_TYPE, "text/csv").withMetadata("author", "me");
    private static final PendingObject COMMITTABLE =
            new PendingObject(PersistedObject.of(UPLOAD), "country=DE/2026-11-30", 1L << 40);
    private static final VisibleObject VISIBLE = new VisibleObject(
            new ObjectUri("bucket", "a/б"), 5L << 30, "marker-2", "etag-2", "b", OptionalLong.empty());
    private static final Entry ENTRY = new Entry(12, VISIBLE);
    private static final SpateWriterState OPEN = new SpateWriterState(
            new PersistedObject(UPLOAD.uri(), "marker-0", ATTRIBUTES, Optional.of(UPLOAD), new byte[] {0, 1, -1, 'x'}),
            "b",
            7);
    private static final SpateWriterState SMALL = new SpateWriterState(
            new PersistedObject(
                    new ObjectUri("other", "k"), "marker-1", ObjectAttributes.NONE, Optional.empty(), new byte[0]),
            "",
            0);

    private final SpateCommittableSerializer committables = new SpateCommittableSerializer();
    private final SpateWriterStateSerializer states = new SpateWriterStateSerializer();
    private final LedgerEntrySerializer entries = new LedgerEntrySerializer();

    @Test
    void deserialize_bytesOfVersion1_givesWhatWasWritten() throws IOException {
        assertSame(asState(committables.deserialize(1, resource("committable-v1.bin"))), asState(COMMITTABLE));
        assertThat(committables.deserialize(1, resource("visible-object-v1.bin")))
                .isEqualTo(VISIBLE);
        assertThat(entries.deserialize(1, resource("ledger-entry-v1.bin"))).isEqualTo(ENTRY);
        assertSame(states.deserialize(1, resource("writer-state-v1.bin")), OPEN);
        assertSame(states.deserialize(1, resource("writer-state-without-upload-v1.bin")), SMALL);
    }

    @Test
    void serialize_version1_givesTheSameBytesAsEver() throws IOException {
        assertThat(committables.getVersion()).isEqualTo(1);
        assertThat(committables.serialize(COMMITTABLE)).isEqualTo(resource("committable-v1.bin"));
        assertThat(committables.serialize(VISIBLE)).isEqualTo(resource("visible-object-v1.bin"));
        assertThat(entries.getVersion()).isEqualTo(1);
        assertThat(entries.serialize(ENTRY)).isEqualTo(resource("ledger-entry-v1.bin"));
        assertThat(states.getVersion()).isEqualTo(1);
        assertThat(states.serialize(OPEN)).isEqualTo(resource("writer-state-v1.bin"));
        assertThat(states.serialize(SMALL)).isEqualTo(resource("writer-state-without-upload-v1.bin"));
    }

    @Test
    void serialize_largeTail_survives() throws IOException {
        byte[] tail = new byte[6 << 20];
        Arrays.fill(tail, (byte) 42);
        SpateWriterState large = new SpateWriterState(
                new PersistedObject(UPLOAD.uri(), "marker-0", ATTRIBUTES, Optional.of(UPLOAD), tail), "b", 1);
        assertSame(states.deserialize(1, states.serialize(large)), large);
    }

    @Test
    void serialize_knownNumberOfRecords_survives() throws IOException {
        VisibleObject counted = COMMITTABLE.visible();
        assertThat(counted.records()).hasValue(1L << 40);
        assertThat(committables.deserialize(1, committables.serialize(counted))).isEqualTo(counted);
    }

    @Test
    void deserialize_unknownKind_failsNamingIt() {
        assertThatThrownBy(() -> committables.deserialize(1, new byte[] {9}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unknown kind 9");
    }

    @Test
    void deserialize_entryOfSomethingElse_fails() throws IOException {
        byte[] end = committables.serialize(COMMITTABLE);
        byte[] bytes = ByteBuffer.allocate(12 + end.length)
                .putLong(1)
                .putInt(end.length)
                .put(end)
                .array();
        assertThatThrownBy(() -> entries.deserialize(1, bytes)).hasMessageContaining("damaged");
    }

    @Test
    void deserialize_unknownVersion_failsNamingIt() {
        assertThatThrownBy(() -> committables.deserialize(7, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("committed", "version 7");
        assertThatThrownBy(() -> states.deserialize(0, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("open object", "version 0");
    }

    @Test
    void deserialize_damagedBytes_fails() throws IOException {
        byte[] committable = committables.serialize(COMMITTABLE);
        assertThatThrownBy(() -> committables.deserialize(1, Arrays.copyOf(committable, committable.length + 2)))
                .hasMessageContaining("2 bytes after its end");
        byte[] state = states.serialize(OPEN);
        assertThatThrownBy(() -> states.deserialize(1, Arrays.copyOf(state, state.length + 1)))
                .hasMessageContaining("1 bytes after its end");
        assertThatThrownBy(() -> states.deserialize(1, Arrays.copyOf(state, state.length - 14)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("4 bytes");
    }

    @Test
    void records_negativeCount_isRefused() {
        assertThatThrownBy(() -> new PendingObject(PersistedObject.of(UPLOAD), "", -1))
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> new VisibleObject(UPLOAD.uri(), 1, "", "", "", OptionalLong.of(-1)))
                .hasMessageContaining("-1");
        assertThatThrownBy(() -> new SpateWriterState(SMALL.object(), "", -1)).hasMessageContaining("-1");
    }

    private static SpateWriterState asState(SpateCommittable committable) {
        PendingObject pending = (PendingObject) committable;
        return new SpateWriterState(pending.object(), pending.bucket(), pending.records());
    }

    private static void assertSame(SpateWriterState actual, SpateWriterState expected) {
        assertThat(actual.object().uri()).isEqualTo(expected.object().uri());
        assertThat(actual.object().marker()).isEqualTo(expected.object().marker());
        assertThat(actual.object().attributes()).isEqualTo(expected.object().attributes());
        assertThat(actual.object().upload()).isEqualTo(expected.object().upload());
        assertThat(actual.object().tail()).isEqualTo(expected.object().tail());
        assertThat(actual.bucket()).isEqualTo(expected.bucket());
        assertThat(actual.records()).isEqualTo(expected.records());
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = SerializersTest.class.getResourceAsStream("/" + name)) {
            return in.readAllBytes();
        }
    }
}
