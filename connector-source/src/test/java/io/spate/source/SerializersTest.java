package io.spate.source;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.source.DiscoveryState.SeenVersion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The bytes of checkpoints. Those of every released version are among the test resources and must stay readable. */
class SerializersTest {
    private static final ObjectInfo FIRST =
            new ObjectInfo(new ObjectUri("bucket", "a/б \uD83D\uDE00//"), 1000, "etag-1", Instant.ofEpochSecond(17, 5));
    private static final ObjectInfo SECOND =
            new ObjectInfo(new ObjectUri("other", "empty"), 0, "", Instant.ofEpochSecond(-1));
    private static final SpateSplit SPLIT = new SpateSplit(
            "42", List.of(new SplitEntry(FIRST, new ByteRange(100, 700)), SplitEntry.whole(SECOND)), 0, 123, 0);
    private static final SpateSplit SKIPPING = SPLIT.at(0, 123, 9);

    private static final SpateEnumeratorState STATE = state(SPLIT);

    private final SpateSplitSerializer splits = new SpateSplitSerializer();
    private final SpateEnumeratorStateSerializer states = new SpateEnumeratorStateSerializer();

    @Test
    void deserialize_bytesOfVersion1_givesWhatWasWritten() throws IOException {
        assertThat(splits.deserialize(1, resource("split-v1.bin"))).isEqualTo(SPLIT);
        assertThat(states.deserialize(1, resource("enumerator-state-v1.bin")))
                .usingRecursiveComparison()
                .isEqualTo(STATE);
    }

    @Test
    void deserialize_bytesOfVersion2_givesWhatWasWritten() throws IOException {
        assertThat(splits.deserialize(2, resource("split-v2.bin"))).isEqualTo(SKIPPING);
        assertThat(states.deserialize(2, resource("enumerator-state-v2.bin")))
                .usingRecursiveComparison()
                .isEqualTo(state(SKIPPING));
    }

    @Test
    void serialize_version2_givesTheSameBytesAsEver() throws IOException {
        assertThat(splits.getVersion()).isEqualTo(2);
        assertThat(splits.serialize(SKIPPING)).isEqualTo(resource("split-v2.bin"));
        assertThat(states.getVersion()).isEqualTo(2);
        assertThat(states.serialize(state(SKIPPING))).isEqualTo(resource("enumerator-state-v2.bin"));
    }

    @Test
    void serialize_splitReadToItsEnd_survives() throws IOException {
        SpateSplit read = SPLIT.at(2, 0, 0);
        assertThat(splits.deserialize(2, splits.serialize(read))).isEqualTo(read);
        assertThat(read.pendingBytes()).isZero();
    }

    @Test
    void deserialize_unknownVersion_failsNamingIt() {
        assertThatThrownBy(() -> splits.deserialize(7, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("split", "version 7");
        assertThatThrownBy(() -> states.deserialize(0, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("enumerator", "version 0");
    }

    @Test
    void deserialize_trailingBytes_fails() throws IOException {
        byte[] split = splits.serialize(SPLIT);
        assertThatThrownBy(() -> splits.deserialize(2, Arrays.copyOf(split, split.length + 2)))
                .hasMessageContaining("2 bytes after its end");
        byte[] state = states.serialize(STATE);
        assertThatThrownBy(() -> states.deserialize(2, Arrays.copyOf(state, state.length + 1)))
                .hasMessageContaining("1 bytes after its end");
    }

    @Test
    void split_positionOutsideOfItsEntries_isRefused() {
        assertThatThrownBy(() -> SPLIT.at(0, 99, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SPLIT.at(3, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SPLIT.at(0, 123, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SPLIT.at(2, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static SpateEnumeratorState state(SpateSplit unassigned) {
        return new SpateEnumeratorState(
                3,
                "spate://bucket/a/",
                "a/b",
                true,
                List.of(SplitEntry.whole(SECOND)),
                List.of(unassigned),
                43,
                Optional.of(new DiscoveryState(
                        List.of("spate://bucket/a/"),
                        -7,
                        1_700_000_000_000L,
                        1_600_000_000_000L,
                        Map.of(FIRST.uri(), new SeenVersion("etag-1", 17_000)))));
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = SerializersTest.class.getResourceAsStream("/" + name)) {
            return in.readAllBytes();
        }
    }
}
