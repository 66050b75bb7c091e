package io.spate.engine.s3;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.AbortableInputStream;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.RangeBody;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.RANGE;
import static io.spate.engine.s3.S3Answers.answerRange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class S3GetTest extends ScriptedStoreTest {
    @Test
    void get_range_sendsExactlyOnePinnedPlainRequest() throws Exception {
        answerRange(server);

        assertThat(readAll(store.get(INFO, RANGE))).isEqualTo("cdef");

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("GET /bucket/dir/key HTTP/1.1");
        assertThat(request.header("Range")).contains("bytes=2-5");
        assertThat(request.header("If-Match")).contains("\"abc\"");
        assertThat(request.header("Authorization").orElseThrow()).contains("Credential=ak/", "/us-east-1/s3/");
        assertThat(request.headers()).noneMatch(header -> header.toLowerCase(Locale.ROOT)
                .matches("(x-amz-checksum|x-amz-sdk-checksum|x-amz-te|x-amz-trailer|expect|content-encoding"
                        + "|accept-encoding|cookie).*"));
        assertThat(request.headers())
                .noneMatch(header -> header.contains("aws-chunked") || header.contains("STREAMING"));
    }

    @Test
    void get_noEtagKnown_sendsNoCondition() throws Exception {
        server.answer("206 Partial Content", "cdef", "Content-Range: bytes 2-5/10", "ETag: \"any\"");

        readAll(store.get(new ObjectInfo(KEY, 10, "", Instant.EPOCH), RANGE));

        assertThat(server.onlyRequest().header("If-Match")).isEmpty();
    }

    @Test
    void get_etagInUpperCaseWithoutQuotes_isTheSame() throws Exception {
        server.answer("206 Partial Content", "cdef", "Content-Range: bytes 2-5/10", "ETag: ABC");

        assertThat(readAll(store.get(INFO, RANGE))).isEqualTo("cdef");
    }

    @Test
    void get_bodyReadToItsEnd_keepsTheConnection() throws Exception {
        for (int i = 0; i < 3; i++) {
            answerRange(server);
            try (RangeBody body = store.get(INFO, RANGE)) {
                assertThat(body.read(new byte[4], 0, 4)).isEqualTo(4);
                assertThat(body.etag()).isEqualTo(INFO.etag());
            }
        }

        assertThat(server.requests()).hasSize(3);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void close_bodyNotRead_hangsUpWithoutReadingTheRest() throws Exception {
        ObjectInfo large = new ObjectInfo(KEY, 1L << 40, "abc", Instant.EPOCH);
        server.answerAndStall(
                "206 Partial Content",
                "start",
                "Content-Range: bytes 0-" + ((1L << 40) - 1) + "/" + (1L << 40),
                "ETag: \"abc\"",
                "Content-Length: " + (1L << 40));

        store.get(large, large.range()).close();

        assertThat(server.awaitHangUp()).isTrue();
    }

    @Test
    void get_fullObjectAnswered200_isAccepted() throws Exception {
        server.answer("200 OK", "abcdefghij", "ETag: \"abc\"");

        assertThat(readAll(store.get(INFO, INFO.range()))).isEqualTo("abcdefghij");
    }

    @Test
    void get_rangeAnswered200_isInvalidAndHangsUp() throws Exception {
        server.answerAndStall("200 OK", "abc", "ETag: \"abc\"", "Content-Length: 10");

        assertThat(failure(INFO, RANGE).kind()).isEqualTo(Kind.INVALID);
        assertThat(server.awaitHangUp()).isTrue();
    }

    @Test
    void get_otherRangeAnswered_isInvalid() {
        server.answer("206 Partial Content", "bcde", "Content-Range: bytes 1-4/10", "ETag: \"abc\"");

        assertThat(failure(INFO, RANGE)).hasMessageContaining("'bytes 1-4/10', expected 'bytes 2-5/10'");
    }

    @Test
    void get_otherEtagAnswered_isChangedAndNamesBoth() {
        server.answer("206 Partial Content", "cdef", "Content-Range: bytes 2-5/10", "ETag: \"xyz\"");

        StoreException failure = failure(INFO, RANGE);

        assertThat(failure.kind()).isEqualTo(Kind.CHANGED);
        assertThat(failure).hasMessageContaining("'abc'").hasMessageContaining("'xyz'");
    }

    @Test
    void read_bodyTooShort_throwsAfterWhatCame() throws Exception {
        server.answerAndClose(
                "206 Partial Content", "cd", "Content-Range: bytes 2-5/10", "ETag: \"abc\"", "Content-Length: 4");

        try (RangeBody body = store.get(INFO, RANGE)) {
            assertThat(body.read(new byte[4], 0, 4)).isEqualTo(2);
            assertThatThrownBy(() -> body.read(new byte[4], 0, 4)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void abort_whileAnotherThreadReads_endsTheRead() throws Exception {
        server.answerAndStall(
                "206 Partial Content", "cd", "Content-Range: bytes 2-5/10", "ETag: \"abc\"", "Content-Length: 4");
        RangeBody body = store.get(INFO, RANGE);
        assertThat(body.read(new byte[4], 0, 4)).isEqualTo(2);

        CompletableFuture<Throwable> reading = CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(IOException.class, () -> body.read(new byte[4], 0, 4)));
        body.abort();
        body.abort();

        assertThat(reading.get(20, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        assertThat(server.awaitHangUp()).isTrue();
        body.close();
        assertThatThrownBy(() -> body.read(new byte[4], 0, 4)).isInstanceOf(IOException.class);
    }

    @Test
    void read_streamEndsQuietly_isAnEndOfFileFailure() {
        S3RangeBody body = new S3RangeBody(AbortableInputStream.create(new ByteArrayInputStream(new byte[3])), 4, "");

        assertThatThrownBy(() -> readAll(body))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("1 bytes too early");
    }

    @Test
    void get_rangeOutsideTheObject_isInvalidWithoutARequest() {
        assertThat(failure(INFO, new ByteRange(5, 11)).kind()).isEqualTo(Kind.INVALID);
        assertThat(failure(INFO, new ByteRange(5, 5)).kind()).isEqualTo(Kind.INVALID);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void get_serverSetsCookies_theyAreNotSentBack() throws Exception {
        server.answer(
                "206 Partial Content",
                "cdef",
                "Content-Range: bytes 2-5/10",
                "ETag: \"abc\"",
                "Set-Cookie: session=1; Path=/");
        answerRange(server);

        readAll(store.get(INFO, RANGE));
        readAll(store.get(INFO, RANGE));

        assertThat(server.requests().get(1).header("Cookie")).isEmpty();
    }

    @Test
    void close_store_closesItsConnections() throws Exception {
        answerRange(server);
        readAll(store.get(INFO, RANGE));

        store.close();

        assertThat(server.awaitHangUp()).isTrue();
    }

    private StoreException failure(ObjectInfo info, ByteRange range) {
        return catchThrowableOfType(StoreException.class, () -> store.get(info, range));
    }

    private static String readAll(RangeBody body) throws IOException {
        try (body) {
            StringBuilder text = new StringBuilder();
            byte[] block = new byte[3];
            for (int count = body.read(block, 0, 3); count >= 0; count = body.read(block, 0, 3)) {
                text.append(new String(block, 0, count, StandardCharsets.UTF_8));
            }
            return text.toString();
        }
    }
}
