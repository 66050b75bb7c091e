package io.spate.engine;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Objects that become visible as soon as they end, also if only where there is none. */
@Timeout(120)
class ObjectPublishTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, PART})
    void publish_upToOnePart_isOnePut(int length) throws Exception {
        byte[] bytes = ReaderFixture.random(length, length);
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, bytes);
            CommittedObject committed = get(writer.publish());
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
            assertThat(committed.length()).isEqualTo(length);
            assertThat(fixture.operations()).containsExactly(Operation.PUT);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void publish_moreThanOnePart_commitsAnUpload() throws Exception {
        byte[] bytes = ReaderFixture.random(1, PART + 1);
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            ObjectWriter writer = fixture.writer();
            WriterFixture.write(writer, bytes);
            assertThat(get(writer.publish()).length()).isEqualTo(PART + 1);
            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
            assertThat(fixture.requests.requests()).hasSize(2 + 3);
        }
    }

    @Test
    void publish_ifAbsent_existsWhereThereIsOne() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("profile", "aws"))) {
            fixture.memory.put(URI, new byte[7]);
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI).ifAbsent());
            writer.write(new byte[3], 0, 3);
            assertThat(WriterFixture.failure(writer.publish()))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXISTS));
            assertThat(fixture.memory.bytes(URI)).hasSize(7);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void publish_ifAbsentWithTheAnswerLost_isSettledByTheMarker() throws Exception {
        AtomicInteger lost = new AtomicInteger(1);
        try (WriterFixture fixture = new WriterFixture(
                Map.of("profile", "aws"),
                FaultyStore.losing(
                        Kind.UNAVAILABLE,
                        request -> request.operation() == Operation.PUT && lost.getAndDecrement() > 0))) {
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI).ifAbsent());
            writer.write(new byte[3], 0, 3);
            assertThat(get(writer.publish()).already()).isTrue();
            assertThat(fixture.operations()).containsExactly(Operation.PUT, Operation.PUT, Operation.HEAD);
        }
    }

    @Test
    void writer_preconditionThatTheStoreDoesNotKeep_isRefusedBeforeAnythingIsSent() throws Exception {
        WriteTarget target = WriteTarget.of(URI).ifAbsent();
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            assertThatThrownBy(() -> fixture.engine.writer(target))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("profile")
                    .hasMessageContaining(URI.toString());
            assertThat(fixture.requests.requests()).isEmpty();
        }
    }

    @Test
    void write_preconditionThatUploadsDoNotKeep_isRefusedWithTheFirstPart() throws Exception {
        WriteTarget target = WriteTarget.of(URI).ifAbsent();
        Map<String, String> ceph = Map.of("profile", "ceph", "write.part-size", "5m");
        try (WriterFixture fixture = new WriterFixture(ceph)) {
            try (ObjectWriter small = fixture.engine.writer(target)) {
                small.write(new byte[3], 0, 3);
                assertThat(get(small.publish()).length()).isEqualTo(3);
            }
            try (ObjectWriter large = fixture.engine.writer(target)) {
                assertThatThrownBy(() -> large.write(new byte[6 << 20], 0, 6 << 20))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("profile");
            }
            assertThat(fixture.operations()).containsExactly(Operation.PUT);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void publish_ifEtag_replacesThatVersionOnly() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("profile", "aws", "write.part-size", "5m"))) {
            ObjectInfo first = fixture.memory.put(URI, new byte[] {1});
            WriteTarget target = WriteTarget.of(URI).with(Precondition.ifEtag(first.etag()));
            ObjectWriter writer = fixture.engine.writer(target);
            WriterFixture.write(writer, new byte[] {2});
            WriterFixture.get(writer.publish());

            ObjectWriter late = fixture.engine.writer(target.withMarker("late"));
            WriterFixture.write(late, new byte[6 << 20]);

            assertThat(((StoreException) WriterFixture.failure(late.publish())).kind())
                    .isEqualTo(StoreException.Kind.CHANGED);
            assertThat(fixture.memory.bytes(URI)).containsExactly(2);
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void publish_ifEtagWithTheAnswerLost_isSettledByTheMarker() throws Exception {
        AtomicBoolean lost = new AtomicBoolean();
        FaultyStore.Plan plan = FaultyStore.losing(
                StoreException.Kind.UNAVAILABLE,
                request -> request.operation() == Operation.PUT && !lost.getAndSet(true));
        try (WriterFixture fixture = new WriterFixture(Map.of("profile", "aws", "write.part-size", "5m"), plan)) {
            ObjectInfo first = fixture.memory.put(URI, new byte[] {1});
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI).with(Precondition.ifEtag(first.etag())));
            WriterFixture.write(writer, new byte[] {2});

            assertThat(WriterFixture.get(writer.publish()).already()).isTrue();
        }
    }

    @Test
    void publish_ifEtagWhereTheStoreDoesNotKeepIt_isRefusedBeforehand() {
        try (WriterFixture fixture = new WriterFixture(Map.of("profile", "ceph", "write.part-size", "5m"))) {
            assertThatThrownBy(() -> fixture.engine.writer(WriteTarget.of(URI).with(Precondition.ifEtag("v1"))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("which version");
        }
    }

    @Test
    void publish_ifAbsentWithAnUpload_existsAndLeavesNoUpload() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("profile", "aws", "write.part-size", "5m"))) {
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI).ifAbsent());
            writer.write(new byte[6 << 20], 0, 6 << 20);
            fixture.memory.put(URI, new byte[7]);
            assertThat(WriterFixture.failure(writer.publish()))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXISTS));
            assertThat(fixture.memory.openUploads()).isEmpty();
        }
    }

    @Test
    void writer_lengthBeyondTheLargestObject_isRefused() {
        try (WriterFixture fixture = new WriterFixture(Map.of("profile", "aws"))) {
            assertThatThrownBy(() -> fixture.engine.writer(WriteTarget.of(URI).withLength((5L << 40) + 1)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(URI.toString());
        }
    }

    @Test
    void publish_afterAWriteThatFailed_isRefused() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of("write.part-size", "1g", "memory", "32m"))) {
            ObjectWriter writer = fixture.engine.writer(WriteTarget.of(URI), wanting -> {
                throw new IllegalStateException("planned");
            });
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> writer.write(new byte[40 << 20], 0, 40 << 20))
                    .isInstanceOf(IOException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(writer::publish).isInstanceOf(IOException.class).hasMessageContaining("lost bytes");
            writer.close();
            fixture.awaitNoMemoryInUse();
        }
    }
}
