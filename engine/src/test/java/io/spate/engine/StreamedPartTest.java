package io.spate.engine;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.spate.engine.WriterFixture.PART;
import static io.spate.engine.WriterFixture.URI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class StreamedPartTest {
    @Test
    void uploadPart_ofAStream_sendsSoManyBytesAndGivesItsMemoryBack() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            byte[] bytes = ReaderFixture.random(1, 3 * PART);
            Upload upload = begin(fixture);
            ByteArrayInputStream source = new ByteArrayInputStream(bytes);

            Part first = WriterFixture.get(fixture.engine.uploadPart(upload, 1, source, 2 * PART));
            Part second = WriterFixture.get(fixture.engine.uploadPart(upload, 2, source, PART));
            fixture.commit(upload.with(first).with(second));

            assertThat(fixture.memory.bytes(URI)).isEqualTo(bytes);
            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void uploadPart_whichIsRefusedOrEndsEarly_givesItsMemoryBack() throws Exception {
        FaultyStore.Plan plan = FaultyStore.failing(
                StoreException.Kind.DENIED, request -> request.operation() == Operation.UPLOAD_PART);
        try (WriterFixture fixture = new WriterFixture(Map.of(), plan)) {
            Upload upload = begin(fixture);

            assertThat(WriterFixture.failure(
                            fixture.engine.uploadPart(upload, 1, new ByteArrayInputStream(new byte[PART]), PART)))
                    .isInstanceOf(StoreException.class);
            assertThatThrownBy(() ->
                            fixture.engine.uploadPart(upload, 1, new ByteArrayInputStream(new byte[PART]), PART + 1))
                    .isInstanceOf(EOFException.class);

            fixture.awaitNoMemoryInUse();
        }
    }

    @Test
    void uploadPart_largerThanTheMemory_isSentAllTheSame() throws Exception {
        try (WriterFixture fixture = new WriterFixture(Map.of())) {
            int length = 40 << 20;
            Upload upload = begin(fixture);

            Part part = WriterFixture.get(
                    fixture.engine.uploadPart(upload, 1, new ByteArrayInputStream(new byte[length]), length));

            assertThat(part.length()).isEqualTo(length);
            fixture.awaitNoMemoryInUse();
        }
    }

    private static Upload begin(WriterFixture fixture) throws StoreException {
        return new Upload(URI, fixture.memory.createUpload(URI, ObjectAttributes.NONE), "");
    }
}
