package io.spate.engine.s3;

import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ListRequest;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.Precondition;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.Upload;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.RANGE;
import static io.spate.engine.s3.S3Answers.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class S3FailureTest extends ScriptedStoreTest {
    @ParameterizedTest
    @CsvSource({
        "400 Bad Request, InvalidArgument, INVALID",
        "400 Bad Request, RequestTimeout, UNAVAILABLE",
        "400 Bad Request, ExpiredToken, DENIED",
        "400 Bad Request, AuthorizationHeaderMalformed, INVALID",
        "401 Unauthorized, Unauthorized, DENIED",
        "403 Forbidden, AccessDenied, DENIED",
        "403 Forbidden, SignatureDoesNotMatch, DENIED",
        "403 Forbidden, RequestTimeTooSkewed, UNAVAILABLE",
        "403 Forbidden, InvalidObjectState, INVALID",
        "404 Not Found, NoSuchKey, NOT_FOUND",
        "404 Not Found, NoSuchBucket, NOT_FOUND",
        "408 Request Timeout, RequestTimeout, UNAVAILABLE",
        "412 Precondition Failed, PreconditionFailed, CHANGED",
        "416 Range Not Satisfiable, InvalidRange, CHANGED",
        "429 Too Many Requests, TooManyRequests, THROTTLED",
        "500 Internal Server Error, InternalError, UNAVAILABLE",
        "500 Internal Server Error, ThrottlingException, THROTTLED",
        "502 Bad Gateway, BadGateway, UNAVAILABLE",
        "503 Service Unavailable, ServiceUnavailable, UNAVAILABLE",
        "503 Slow Down, SlowDown, THROTTLED",
        "503 Service Unavailable, QpsLimitExceeded, THROTTLED",
        "503 Service Unavailable, RequestLimitExceeded, THROTTLED",
        "503 Service Unavailable, Throttling.User, THROTTLED",
        "504 Gateway Timeout, GatewayTimeout, UNAVAILABLE",
        "301 Moved Permanently, PermanentRedirect, INVALID",
        "307 Temporary Redirect, TemporaryRedirect, INVALID",
    })
    void get_refused_isTranslatedAfterOneRequest(String status, String code, Kind kind) {
        server.answer(status, error(code), "Location: http://127.0.0.1:1/elsewhere");

        StoreException failure = getFailure();

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure)
                .hasMessageContaining("GET spate://bucket/dir/key [2, 6)")
                .hasMessageContaining(status.substring(0, 3) + " " + code)
                .hasMessageContaining("message of " + code)
                .hasMessageContaining("request id request-7")
                .hasMessageContaining("endpoint " + server.endpoint());
        assertThat(failure.toString() + failure.getCause()).doesNotContain("the-secret");
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "404 Not Found, NOT_FOUND, 404 NotFound; endpoint",
        "403 Forbidden, DENIED, check the credentials",
        "403 Forbidden, DENIED, 'without the right to list the bucket, a key that does not exist is answered like this'",
        "400 Bad Request, INVALID, check option 'customer-key'",
        "400 Bad Request, INVALID, option 'region'",
        "400 Bad Request, INVALID, whether the credentials have expired",
        "301 Moved Permanently, INVALID, check the options 'region' and 'endpoint'",
        "503 Slow Down, THROTTLED, 503 SlowDown",
        "503 Service Unavailable, UNAVAILABLE, 503 ServiceUnavailable",
    })
    void head_refusedWithoutABody_isTranslatedByItsStatus(String status, Kind kind, String text) {
        server.answer(status, "");

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.head(KEY));

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure).hasMessageContaining(text).hasMessageContaining("HEAD spate://bucket/dir/key");
    }

    @Test
    void get_denied_saysNothingOfMissingKeys() {
        server.answer("403 Forbidden", error("AccessDenied"));

        assertThat(getFailure()).hasMessageEndingWith("; check the credentials, and what they are allowed to do");
    }

    @Test
    void head_notFound_doesNotClaimThatTheBucketExists() {
        server.answer("404 Not Found", "");

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.head(KEY));

        assertThat(failure).hasMessageEndingWith("; there is no such bucket or key");
    }

    @Test
    void get_missingBucketAndMissingKey_areToldApart() {
        server.answer("404 Not Found", error("NoSuchBucket")).answer("404 Not Found", error("NoSuchKey"));

        assertThat(getFailure()).hasMessageContaining("the bucket does not exist");
        assertThat(getFailure()).hasMessageContaining("the bucket exists, the key does not");
    }

    @Test
    void get_requestIdOfAlibabaOss_isNamed() {
        server.answer("403 Forbidden", "", "x-oss-request-id: oss-9");

        assertThat(getFailure()).hasMessageContaining("request id oss-9");
    }

    @Test
    void get_clockSkewed_isCorrectedForTheNextTry() throws Exception {
        Instant serverTime = Instant.now().plus(3, ChronoUnit.HOURS);
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(serverTime.atOffset(ZoneOffset.UTC));
        server.answer("403 Forbidden", error("RequestTimeTooSkewed"), "Date: " + date);
        S3Answers.answerRange(server);

        StoreException failure = getFailure();
        store.get(INFO, RANGE).close();

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure).hasMessageContaining("the clock of this machine");
        DateTimeFormatter hour = DateTimeFormatter.ofPattern("yyyyMMdd'T'HH", Locale.ROOT);
        assertThat(server.requests().get(1).header("X-Amz-Date").orElseThrow())
                .startsWith(hour.format(serverTime.atOffset(ZoneOffset.UTC)));
    }

    @Test
    void get_deniedAfterTheClockWasCorrected_isDenied() {
        Instant serverTime = Instant.now().plus(3, ChronoUnit.HOURS);
        String date = "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(serverTime.atOffset(ZoneOffset.UTC));
        server.answer("403 Forbidden", error("RequestTimeTooSkewed"), date);
        server.answer("403 Forbidden", error("AccessDenied"), date);

        assertThat(getFailure().kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(getFailure().kind()).isEqualTo(Kind.DENIED);
    }

    @Test
    void get_connectionClosedWithoutAnAnswer_isUnavailable() {
        server.hangUp();

        assertThat(getFailure().kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void head_noAnswerEver_isUnreachableUntilTheFirst() {
        server.stall().answer("404 Not Found", "").stall();
        SpateOptions hasty = S3Answers.options(server.endpoint()).with("request-timeout", "1 s");

        try (S3Store impatient = S3Answers.store(hasty)) {
            StoreException never = catchThrowableOfType(StoreException.class, () -> impatient.head(KEY));
            assertThat(never.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(never).hasMessageContaining("'endpoint'").hasMessageContaining("'request-timeout'");

            StoreException answer = catchThrowableOfType(StoreException.class, () -> impatient.head(KEY));
            assertThat(answer.kind()).isEqualTo(Kind.NOT_FOUND);
            StoreException later = catchThrowableOfType(StoreException.class, () -> impatient.head(KEY));
            assertThat(later.kind()).isEqualTo(Kind.UNAVAILABLE);
        }
    }

    @Test
    void get_noAnswerInTime_isUnavailableAndNamesTheOption() {
        server.stall();
        SpateOptions hasty = S3Answers.options(server.endpoint()).with("request-timeout", "200 ms");

        try (S3Store impatient = S3Answers.store(hasty)) {
            StoreException failure = catchThrowableOfType(StoreException.class, () -> impatient.get(INFO, RANGE));

            assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(failure).hasMessageContaining("'request-timeout'").hasMessageContaining(server.endpoint());
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @Test
    void call_connectionRefused_isUnreachableUntilTheFirstAnswer() throws Exception {
        server.answer("404 Not Found", "");
        String endpoint = server.endpoint();
        try (S3Store fresh = S3Answers.store(S3Answers.options(endpoint))) {
            getFailure();
            server.close();

            assertThat(getFailure().kind()).isEqualTo(Kind.UNAVAILABLE);
            StoreException failure = catchThrowableOfType(StoreException.class, () -> fresh.head(KEY));
            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(failure).hasMessageContaining(endpoint).hasMessageContaining("'endpoint'");

            StoreException ofGet = catchThrowableOfType(StoreException.class, () -> fresh.get(INFO, RANGE));
            assertThat(ofGet.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(ofGet).hasMessageContaining(endpoint);
        }
    }

    @Test
    void call_unknownHost_isUnreachableAndNamesIt() {
        SpateOptions options = S3Answers.options("http://store.nowhere:9000");
        try (S3Store lost = S3Store.open(options, Map.of(), new FixedResolver(Map.of()))) {
            StoreException failure = catchThrowableOfType(StoreException.class, () -> lost.head(KEY));

            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(failure)
                    .hasMessageContaining("http://store.nowhere:9000")
                    .hasMessageContaining("UnknownHost");
            assertThat(failure).hasRootCauseInstanceOf(UnknownHostException.class);
        }
    }

    @Test
    void call_httpsToAServerThatSpeaksHttp_isUnreachable() {
        SpateOptions options = S3Answers.options("https://127.0.0.1:" + server.port());
        try (S3Store store = S3Answers.store(options)) {
            StoreException failure = catchThrowableOfType(StoreException.class, () -> store.head(KEY));

            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(failure).hasMessageContaining("https://127.0.0.1");
        }
    }

    @Test
    void call_noConnectionInTime_isUnreachable() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1)) {
            SpateOptions options = S3Answers.options("http://127.0.0.1:" + full.getLocalPort())
                    .with("connect-timeout", "200 ms")
                    .with("request-timeout", "5 s");
            try (S3Store store = S3Answers.store(options);
                    FullBacklog backlog = new FullBacklog(full)) {
                StoreException failure = catchThrowableOfType(StoreException.class, () -> store.head(KEY));

                assertThat(backlog.size()).isPositive();
                assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
                assertThat(failure).hasMessageContaining("'connect-timeout'");
            }
        }
    }

    @Test
    void call_interrupted_keepsTheInterruptFlag() throws Exception {
        server.stall();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        CompletableFuture<Kind> kind = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            Thread.currentThread().interrupt();
            kind.complete(getFailure().kind());
            flag.complete(Thread.currentThread().isInterrupted());
        });
        thread.start();

        assertThat(kind.get(20, TimeUnit.SECONDS)).isEqualTo(Kind.UNAVAILABLE);
        assertThat(flag.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void call_storeClosed_isInvalid() {
        store.close();

        assertThat(getFailure().kind()).isEqualTo(Kind.INVALID);
    }

    @Test
    void list_answerIsCut_canBeTriedAgain() {
        String half = "<?xml version=\"1.0\"?><ListBucketResult><Contents><Key>a</Key>";
        server.answerAndClose("200 OK", half, "Content-Length: 5000");
        server.answerAndClose("200 OK", "1000\r\n" + half, "Transfer-Encoding: chunked");

        for (int i = 0; i < 2; i++) {
            StoreException failure = catchThrowableOfType(
                    StoreException.class, () -> store.list(ListRequest.below(ObjectUri.parse("spate://bucket/"))));

            assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        }
    }

    /** Blanks that keep a connection alive and nothing behind them, a head only, and an answer cut to fit its length. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                " \n \n ",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                "<CompleteMultipartUploadResult><Loc",
                "<CompleteMultipartUploadResult><Location>http://x</Location>",
                "busy",
                "<html><p>busy</html>"
            })
    void write_answerIsGarbled_canBeTriedAgain(String answer) {
        Upload upload = new Upload(KEY, "u", "m", List.of(new Part(1, "e", 5)));
        List<ThrowingCallable> writes = List.of(
                () -> store.complete(upload, Precondition.NONE),
                () -> store.copy(INFO, KEY.withKey("copy"), Optional.empty()),
                () -> store.copyPart(upload, 2, INFO, RANGE),
                () -> store.createUpload(KEY, ObjectAttributes.NONE),
                () -> store.deleteMany(List.of(KEY)));

        for (ThrowingCallable write : writes) {
            server.answer("200 OK", answer);
            StoreException failure = catchThrowableOfType(StoreException.class, write);
            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.UNAVAILABLE);
        }
        assertThat(server.requests()).hasSize(writes.size());
    }

    @Test
    void list_answerIsNotXml_isInvalid() {
        server.answer("200 OK", "<html>hello");

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> store.list(ListRequest.below(ObjectUri.parse("spate://bucket/"))));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure).hasMessageContaining("LIST spate://bucket/");
    }

    private StoreException getFailure() {
        return catchThrowableOfType(StoreException.class, () -> store.get(INFO, RANGE));
    }
}
