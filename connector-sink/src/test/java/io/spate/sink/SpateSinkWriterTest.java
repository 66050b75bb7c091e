package io.spate.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.spate.engine.Operation;
import io.spate.engine.Upload;
import io.spate.sink.SinkFixture.Checkpoint;
import io.spate.sink.SpateCommittable.PendingObject;

import static io.spate.sink.SinkFixture.PART;
import static io.spate.sink.SinkFixture.checkpoint;
import static io.spate.sink.SinkFixture.endOfInput;
import static io.spate.sink.SinkFixture.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Writing without failures, exactly once. */
@Timeout(60)
class SpateSinkWriterTest {
    private final SinkFixture fixture = new SinkFixture();

    @Test
    void write_untilEndOfInput_makesOneObjectThatAppearsWhenCommitted() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a", "b", "c");
            List<PendingObject> committables = endOfInput(writer);
            assertThat(fixture.visible()).isEmpty();
            assertThat(committables).hasSize(1);
            assertThat(committables.get(0).records()).isEqualTo(3);
            assertThat(committables.get(0).bucket()).isEmpty();
            assertThat(writer.snapshotState(1)).isEmpty();

            fixture.commit(committables);
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("abc");
        assertThat(fixture.visible().keySet()).allMatch(key -> key.matches("out/[0-9a-f-]{36}-0"));
        assertThat(fixture.memory().openUploads()).isEmpty();
    }

    @Test
    void write_object_carriesTheMarkerOfItsKey() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a");
            Upload upload = endOfInput(writer).get(0).object().upload().orElseThrow();
            assertThat("out/" + upload.marker()).isEqualTo(upload.uri().key());
        }
    }

    @Test
    void write_recordsOfSeveralBuckets_makesAnObjectForEach() throws Exception {
        fixture.with(builder -> builder.bucketBy((record, context) -> record.substring(0, 1)));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a1", "b1", "a2", "b2", "a3");
            assertThat(fixture.metrics().gauge("openObjects")).isEqualTo(2);
            List<PendingObject> committables = endOfInput(writer);
            assertThat(committables).extracting(PendingObject::bucket).containsExactlyInAnyOrder("a", "b");
            fixture.commit(committables);
        }
        assertThat(fixture.visible()).hasSize(2).containsValues("a1a2a3", "b1b2");
        assertThat(fixture.visible().keySet())
                .anyMatch(key -> key.startsWith("out/a/"))
                .anyMatch(key -> key.startsWith("out/b/"));
    }

    @Test
    void write_nullBucket_failsNamingBucketBy() throws Exception {
        fixture.with(builder -> builder.bucketBy((record, context) -> null));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            assertThatThrownBy(() -> write(writer, "a")).hasMessageContaining("bucketBy");
            assertThat(fixture.metrics().count("numRecordsSendErrors")).isEqualTo(1);
        }
    }

    @Test
    void write_maxRecords_endsTheObjectWithTheLastOne() throws Exception {
        fixture.with(builder -> builder.rolling(Rolling.defaults().withMaxRecords(2)));
        assertThat(written("a", "b", "c", "d", "e")).containsOnlyKeys("ab", "cd", "e");
    }

    @Test
    void write_maxBytes_endsTheObjectThatReachesThem() throws Exception {
        fixture.with(builder -> builder.rolling(Rolling.defaults().withMaxBytes(3)));
        assertThat(written("aa", "bb", "ccc", "d")).containsOnlyKeys("aabb", "ccc", "d");
    }

    @Test
    void write_maxAge_endsTheObjectThoughItIsWrittenTo() throws Exception {
        fixture.with(builder -> builder.rolling(
                Rolling.defaults().withMaxAge(Duration.ofSeconds(10)).withMaxIdle(Duration.ofSeconds(9))));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            for (int i = 0; i < 6; i++) {
                write(writer, "a");
                fixture.time().advance(2_000);
            }
            assertThat(records(checkpoint(writer))).containsExactly(5L);
            assertThat(records(endOfInput(writer))).containsExactly(1L);
        }
    }

    @Test
    void write_maxIdle_endsTheObjectThatIsNotWrittenTo() throws Exception {
        fixture.with(builder -> builder.rolling(Rolling.defaults().withMaxIdle(Duration.ofSeconds(5)))
                .bucketBy((record, context) -> record));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a", "b");
            fixture.time().advance(3_000);
            write(writer, "b");
            fixture.time().advance(2_500);
            assertThat(fixture.metrics().gauge("openObjects")).isEqualTo(1);
            Checkpoint checkpoint = checkpoint(writer);
            assertThat(checkpoint.committables())
                    .extracting(PendingObject::bucket)
                    .containsExactly("a");
            assertThat(checkpoint.states()).extracting(SpateWriterState::bucket).containsExactly("b");
            fixture.time().advance(10_000);
            assertThat(records(endOfInput(writer))).containsExactly(2L);
        }
        assertThat(fixture.time().nextTimer()).isEmpty();
    }

    @Test
    void flush_everyCheckpoint_endsAllObjects() throws Exception {
        fixture.with(builder -> builder.rolling(Rolling.defaults().withEveryCheckpoint(true)));
        assertEndsWithCheckpoint("a");
    }

    @Test
    void flush_formatThatEndsWithCheckpoints_endsAllObjects() throws Exception {
        fixture.with(builder -> builder.format(TestFormats.framed()));
        assertEndsWithCheckpoint("<a>");
        assertThat(fixture.visible().keySet()).allMatch(key -> key.endsWith("-0.framed"));
    }

    @Test
    void flush_rowFormat_keepsOneObjectOverCheckpoints() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            for (int i = 0; i < 5; i++) {
                write(writer, "a".repeat(PART / 2));
                Checkpoint checkpoint = checkpoint(writer);
                assertThat(checkpoint.committables()).isEmpty();
                assertThat(checkpoint.states()).hasSize(1);
                assertThat(checkpoint.states().get(0).records()).isEqualTo(i + 1);
                assertThat(checkpoint.states().get(0).object().length()).isEqualTo((i + 1L) * (PART / 2));
            }
            fixture.commit(endOfInput(writer));
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("a".repeat(5 * (PART / 2)));
        assertThat(fixture.requests().count(Operation.CREATE_UPLOAD)).isEqualTo(1);
        assertThat(fixture.requests().count(Operation.UPLOAD_PART)).isEqualTo(3);
    }

    @Test
    void checkpoint_formatThatBuffers_hasAllBytesInItsState() throws Exception {
        fixture.with(builder -> builder.format(TestFormats.buffered()));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "abc");
            assertThat(checkpoint(writer).states().get(0).object().tail()).isEqualTo(new byte[] {'a', 'b', 'c'});
        }
    }

    @Test
    void endOfInput_withoutRecords_makesNoObjectAndSendsNoRequest() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            assertThat(checkpoint(writer).states()).isEmpty();
            assertThat(endOfInput(writer)).isEmpty();
        }
        assertThat(fixture.requests().requests()).isEmpty();
    }

    @Test
    void endOfInput_withoutRecordsButAskedFor_makesOneEmptyObject() throws Exception {
        fixture.with(builder -> builder.createEmptyObject(true).format(TestFormats.framed()));
        try (SpateSinkWriter<String> first = fixture.writer();
                SpateSinkWriter<String> second = fixture.writer(1, List.of())) {
            fixture.commit(endOfInput(first));
            assertThat(endOfInput(second)).isEmpty();
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("<>");
    }

    @Test
    void endOfInput_emptyObjectOfARowFormat_hasNoBytes() throws Exception {
        fixture.with(builder -> builder.createEmptyObject(true));
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            fixture.commit(endOfInput(writer));
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("");
    }

    @Test
    void endOfInput_withRecordsBefore_makesNoEmptyObject() throws Exception {
        fixture.with(builder ->
                builder.createEmptyObject(true).rolling(Rolling.defaults().withMaxRecords(1)));
        assertThat(written("a")).containsOnlyKeys("a");
    }

    @Test
    void write_recordsWithoutBytes_makeAnObjectWithoutBytes() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "", "");
            assertThat(checkpoint(writer).states()).hasSize(1);
            List<PendingObject> committables = endOfInput(writer);
            assertThat(records(committables)).containsExactly(2L);
            fixture.commit(committables);
        }
        assertThat(fixture.visible()).hasSize(1).containsValue("");
    }

    @Test
    void write_recordLargerThanAPart_isInOneObject() throws Exception {
        String large = "x".repeat(3 * PART + 17);
        assertThat(written("a", large, "b")).containsOnlyKeys("a" + large + "b");
        assertThat(fixture.requests().count(Operation.UPLOAD_PART)).isEqualTo(4);
    }

    @Test
    void commit_objectOfParts_costsARequestForEachAndThreeMore() throws Exception {
        written("x".repeat(5 * PART));
        assertThat(fixture.requests().count(Operation.CREATE_UPLOAD)).isEqualTo(1);
        assertThat(fixture.requests().count(Operation.UPLOAD_PART)).isEqualTo(5);
        assertThat(fixture.requests().count(Operation.COMPLETE_UPLOAD)).isEqualTo(1);
        assertThat(fixture.requests().count(Operation.HEAD)).isEqualTo(1);
        assertThat(fixture.requests().requests()).hasSize(8);
    }

    @Test
    void commit_withoutVerification_costsNoHead() throws Exception {
        fixture.option("write.verify-size", "false");
        written("x".repeat(5 * PART));
        assertThat(fixture.requests().requests()).hasSize(7);
    }

    @Test
    void close_openObjects_abortsNothing() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "x".repeat(2 * PART + 1));
            assertThat(checkpoint(writer).states()).hasSize(1);
        }
        assertThat(fixture.memory().openUploads()).hasSize(1);
        assertThat(fixture.requests().count(Operation.ABORT_UPLOAD)).isZero();
    }

    @Test
    void metrics_ofAWriter_sayWhatItHolds() throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "x".repeat(2 * PART), "y");
            fixture.time().advance(1_234);
            TestMetricGroup metrics = fixture.metrics();
            assertThat(metrics.count("numRecordsSend")).isEqualTo(2);
            assertThat(metrics.count("numBytesSend")).isEqualTo(2 * PART + 1);
            assertThat(metrics.count("numRecordsSendErrors")).isZero();
            assertThat(metrics.gauge("openObjects")).isEqualTo(1);
            assertThat(metrics.gauge("openUploads")).isEqualTo(1);
            assertThat(metrics.gauge("oldestOpenUploadAge")).isEqualTo(1_234);
            endOfInput(writer);
            assertThat(metrics.gauge("openObjects")).isZero();
            assertThat(metrics.gauge("openUploads")).isZero();
            assertThat(metrics.gauge("oldestOpenUploadAge")).isZero();
            assertThat(metrics.gauge("partsInFlight")).isZero();
            assertThat(metrics.gauge("spate", "requests.part")).isEqualTo(3);
            assertThat(metrics.gauge("currentSendTime")).isNotNegative();
            assertThat(metrics.count("prepareWaitTime")).isNotNegative();
        }
    }

    private void assertEndsWithCheckpoint(String content) throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a");
            Checkpoint checkpoint = checkpoint(writer);
            assertThat(checkpoint.states()).isEmpty();
            fixture.commit(checkpoint.committables());
            assertThat(endOfInput(writer)).isEmpty();
        }
        assertThat(fixture.visible()).hasSize(1).containsValue(content);
    }

    /** Writes records to the end, and gives the keys of the objects by their contents. */
    private Map<String, String> written(String... records) throws Exception {
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, records);
            fixture.commit(endOfInput(writer));
        }
        return byContent();
    }

    private Map<String, String> byContent() throws IOException {
        return fixture.visible().entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    }

    /** Such as Ceph, which completes no upload without all of its parts. */
    @Test
    void checkpoint_storeThatWantsAllParts_leavesNothingOpen() throws Exception {
        fixture.option("profile", "ceph").option("write.part-size", "5 MiB");
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a");
            Checkpoint checkpoint = checkpoint(writer);
            assertThat(checkpoint.states()).isEmpty();
            assertThat(checkpoint.committables()).hasSize(1);
        }
    }

    @Test
    void checkpoint_tailsOfMoreThanAQuarterOfTheMemory_endsTheLongest() throws Exception {
        fixture.option("write.equal-parts", "true")
                .option("write.part-size", "4 MiB")
                .with(builder -> builder.bucketBy((record, context) -> record.substring(0, 1)));
        String long3MiB = "x".repeat(3 << 20);
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "a" + long3MiB, "b" + long3MiB, "c" + long3MiB, "d");
            Checkpoint checkpoint = checkpoint(writer);
            assertThat(checkpoint.committables()).hasSize(1);
            assertThat(checkpoint.states()).hasSize(3);
            assertThat(checkpoint.states().stream()
                            .mapToLong(state -> state.object().tail().length)
                            .sum())
                    .isLessThanOrEqualTo(8L << 20);
        }
    }

    /** While it waits for ended objects, what the open ones have to send is under way too. */
    @Test
    void prepareCommit_sendsWhatOpenObjectsHave() throws Exception {
        fixture.option("write.part-size", "1 MiB");
        try (SpateSinkWriter<String> writer = fixture.writer()) {
            write(writer, "p".repeat(2 * SinkFixture.PART));
            writer.flush(false);
            assertThat(writer.prepareCommit()).isEmpty();
            SpateWriterState state = writer.snapshotState(1).get(0);
            assertThat(state.object().tail()).isEmpty();
            assertThat(fixture.requests().count(Operation.UPLOAD_PART)).isEqualTo(1);
        }
    }

    private static List<Long> records(Checkpoint checkpoint) {
        return records(checkpoint.committables());
    }

    private static List<Long> records(List<PendingObject> committables) {
        return committables.stream().map(PendingObject::records).toList();
    }
}
