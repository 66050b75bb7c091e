package io.spate.engine.s3;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.Precondition;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoredHeader;
import io.spate.engine.Upload;
import io.spate.engine.WriteBody;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.RANGE;
import static io.spate.engine.s3.S3Answers.body;
import static io.spate.engine.s3.S3Answers.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class S3UploadTest extends ScriptedStoreTest {
    private static final Upload UPLOAD =
            new Upload(KEY, "id+1", "marker", List.of(new Part(1, "AbC", 5), new Part(7, "d-e", 3)));
    private static final String CREATED = "<InitiateMultipartUploadResult><Bucket>bucket</Bucket><Key>dir/key</Key>"
            + "<UploadId>id+1</UploadId></InitiateMultipartUploadResult>";
    private static final String COMPLETED = "<CompleteMultipartUploadResult><Location>http://x</Location>"
            + "<Bucket>bucket</Bucket><Key>dir/key</Key><ETag>&quot;AbC-2&quot;</ETag></CompleteMultipartUploadResult>";

    private interface Call {
        Object send() throws StoreException;
    }

    @Test
    void createUpload_attributes_goWithIt() throws Exception {
        server.answer("200 OK", CREATED);

        ObjectAttributes attributes = ObjectAttributes.NONE
                .with(StoredHeader.CONTENT_TYPE, "text/csv")
                .withMetadata(Upload.MARKER, "m-1");
        assertThat(store.createUpload(KEY, attributes)).isEqualTo("id+1");

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("POST /bucket/dir/key?uploads HTTP/1.1");
        assertThat(request.header("Content-Type")).contains("text/csv");
        assertThat(request.header("x-amz-meta-spate-upload")).contains("m-1");
        assertThat(request.body()).isEmpty();
        S3Answers.assertPlain(request);
    }

    @Test
    void createUpload_exactAttributes_goWithoutThoseOfTheOptions() throws Exception {
        server.answer("200 OK", CREATED);
        SpateOptions labelled = options().with("write.content-encoding", "gzip").with("write.metadata", "team=blue");
        try (S3Store copying = S3Answers.store(labelled)) {
            copying.createUpload(
                    KEY, ObjectAttributes.NONE.withMetadata("m", "1").exactly());
        }

        assertThat(server.onlyRequest().names())
                .contains("x-amz-meta-m")
                .doesNotContain("content-encoding", "x-amz-meta-team");
    }

    @Test
    void createUpload_nothingSaidOfTheContent_isBinary() throws Exception {
        server.answer("200 OK", CREATED);

        store.createUpload(KEY, ObjectAttributes.NONE);

        assertThat(server.onlyRequest().header("Content-Type")).contains("binary/octet-stream");
    }

    @Test
    void upload_checksumsWanted_areDeclaredForTheWholeObjectAndSentWithParts() throws Exception {
        server.answer("200 OK", CREATED).answer("200 OK", "", "ETag: \"a\"").answer("200 OK", COMPLETED);
        try (S3Store checking = S3Answers.store(options().with("write.checksum", "crc32c"))) {
            checking.createUpload(KEY, ObjectAttributes.NONE);
            checking.uploadPart(UPLOAD, 2, body("123456789"));
            checking.complete(UPLOAD, Precondition.NONE);
        }

        ScriptedServer.Request create = server.requests().get(0);
        assertThat(create.header("x-amz-checksum-algorithm")).contains("CRC32C");
        assertThat(create.header("x-amz-checksum-type")).contains("FULL_OBJECT");
        assertThat(server.requests().get(1).header("x-amz-checksum-crc32c")).contains("4waSgw==");
        S3Answers.assertPlain(server.requests().get(2));
        assertThat(server.requests().get(2).body()).doesNotContain("Checksum");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<InitiateMultipartUploadResult><UploadId></UploadId></InitiateMultipartUploadResult>"})
    void createUpload_answerWithoutAnId_canBeTriedAgain(String answer) {
        server.answer("200 OK", answer);

        assertThat(failure(Kind.UNAVAILABLE, () -> store.createUpload(KEY, ObjectAttributes.NONE)))
                .hasMessageContaining("no upload id");
    }

    @Test
    void uploadPart_bytes_sendsOnePlainRequest() throws Exception {
        server.answer("200 OK", "", "ETag: \"AbC\"");

        assertThat(store.uploadPart(UPLOAD, 3, body("hello"))).isEqualTo(new Part(3, "AbC", 5));

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("PUT /bucket/dir/key?partNumber=3&uploadId=id%2B1 HTTP/1.1");
        assertThat(request.body()).isEqualTo("hello");
        assertThat(request.header("Content-Length")).contains("5");
        S3Answers.assertPlain(request);
    }

    @Test
    void uploadPart_answerWithoutAnEtag_isInvalid() {
        server.answer("200 OK", "");

        assertThat(failure(Kind.INVALID, () -> store.uploadPart(UPLOAD, 3, body("x"))))
                .hasMessageContaining("UPLOAD_PART spate://bucket/dir/key (part 3 of upload id+1)")
                .hasMessageContaining("the answer has no ETag");
    }

    @Test
    void uploadPart_connectionCutWithinTheBody_canBeTriedAgain() {
        server.cutBody(100_000);

        assertThat(failure(Kind.UNAVAILABLE, () -> store.uploadPart(UPLOAD, 1, body("x".repeat(8 << 20)))))
                .hasMessageContaining("part 1 of upload id+1")
                .hasMessageContaining("it may have refused it");
        assertThat(server.onlyRequest().body()).hasSize(100_000);
    }

    @Test
    void bytes_refusedBeforeTheyAreRead_saysThatTheStoreMayHaveRefused() {
        server.answerHead("403 Forbidden", error("AccessDenied")).answerHead("403 Forbidden", error("AccessDenied"));
        WriteBody body = body("x".repeat(8 << 20));

        for (Call call : List.<Call>of(
                () -> store.uploadPart(UPLOAD, 1, body),
                () -> store.put(KEY, body, ObjectAttributes.NONE, Precondition.NONE))) {
            assertThat(failure(Kind.UNAVAILABLE, call))
                    .hasMessageContaining("the store broke off while it was sent to; it may have refused it");
        }
    }

    @Test
    void uploadPart_connectionClosedWithoutAnAnswer_canBeTriedAgain() {
        server.hangUp();

        failure(Kind.UNAVAILABLE, () -> store.uploadPart(UPLOAD, 1, body("x")));

        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void uploadPart_noAnswerInTime_isUnavailableEvenIfNoneEverCame() {
        server.stall();
        try (S3Store impatient = S3Answers.store(options().with("request-timeout", "200 ms"))) {
            assertThat(failure(Kind.UNAVAILABLE, () -> impatient.uploadPart(UPLOAD, 1, body("x"))))
                    .hasMessageContaining("'request-timeout'");
        }
    }

    @Test
    void put_noAnswerEver_isUnreachable() {
        server.stall();
        try (S3Store impatient = S3Answers.store(options().with("request-timeout", "200 ms"))) {
            assertThat(failure(
                            Kind.UNREACHABLE,
                            () -> impatient.put(KEY, body("x"), ObjectAttributes.NONE, Precondition.NONE)))
                    .hasMessageContaining("'endpoint'");
        }
    }

    @Test
    void copyPart_range_isTakenFromTheVersion() throws Exception {
        server.answer("200 OK", "<CopyPartResult><ETag>\"p\"</ETag></CopyPartResult>");

        assertThat(store.copyPart(UPLOAD, 4, INFO, RANGE)).isEqualTo(new Part(4, "p", 4));

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("PUT /bucket/dir/key?partNumber=4&uploadId=id%2B1 HTTP/1.1");
        assertThat(request.header("x-amz-copy-source")).contains("bucket/dir/key");
        assertThat(request.header("x-amz-copy-source-range")).contains("bytes=2-5");
        assertThat(request.header("x-amz-copy-source-if-match")).contains("\"abc\"");
        S3Answers.assertPlain(request);
    }

    @Test
    void copyPart_emptyAnswer_canBeTriedAgain() {
        server.answer("200 OK", "");

        assertThat(failure(Kind.UNAVAILABLE, () -> store.copyPart(UPLOAD, 4, INFO, RANGE)))
                .hasMessageContaining("the answer is empty");
    }

    @Test
    void copyPart_rangeOutsideTheSource_isInvalidWithoutARequest() {
        failure(Kind.INVALID, () -> store.copyPart(UPLOAD, 4, INFO, new ByteRange(5, 11)));
        failure(Kind.INVALID, () -> store.copyPart(UPLOAD, 4, INFO, new ByteRange(5, 5)));

        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "404 Not Found, NoSuchUpload, LOST_UPLOAD, the upload is not open",
        "404 Not Found, NoSuchKey, NOT_FOUND, the object to copy from does not exist",
        "404 Not Found, NoSuchBucket, NOT_FOUND, the bucket of the source or of the target",
        "412 Precondition Failed, PreconditionFailed, CHANGED, another version",
        "200 OK, NoSuchUpload, LOST_UPLOAD, the upload is not open",
        "200 OK, NoSuchKey, NOT_FOUND, the object to copy from does not exist",
        "200 OK, InternalError, UNAVAILABLE, InternalError",
        "200 OK, SlowDown, THROTTLED, SlowDown",
    })
    void copyPart_refused_tellsSourceFromUpload(String status, String code, Kind kind, String text) {
        server.answer(status, error(code));

        assertThat(failure(kind, () -> store.copyPart(UPLOAD, 4, INFO, RANGE)))
                .hasMessageContaining("COPY_PART spate://bucket/dir/key (part 4 of upload id+1 from " + KEY + ")")
                .hasMessageContaining(text);
    }

    @Test
    void complete_parts_areNamedInOrderWithQuotedEtags() throws Exception {
        server.answer("200 OK", "  \r\n" + COMPLETED);

        assertThat(store.complete(UPLOAD, Precondition.NONE)).isEqualTo("AbC-2");

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("POST /bucket/dir/key?uploadId=id%2B1 HTTP/1.1");
        assertThat(request.body())
                .contains("<Part><ETag>&quot;AbC&quot;</ETag><PartNumber>1</PartNumber></Part>"
                        + "<Part><ETag>&quot;d-e&quot;</ETag><PartNumber>7</PartNumber></Part>");
        assertThat(request.header("If-None-Match")).isEmpty();
        S3Answers.assertPlain(request);
    }

    @Test
    void complete_ifAbsent_asksForIt() throws Exception {
        server.answer("200 OK", COMPLETED);

        store.complete(UPLOAD, Precondition.IF_ABSENT);

        assertThat(server.onlyRequest().header("If-None-Match")).contains("*");
    }

    @Test
    void complete_noEtagInTheAnswer_isEmpty() throws Exception {
        server.answer(
                "200 OK",
                "<CompleteMultipartUploadResult><Bucket>bucket</Bucket><Key>dir/key</Key></CompleteMultipartUploadResult>");

        assertThat(store.complete(UPLOAD, Precondition.NONE)).isEmpty();
    }

    @Test
    void complete_emptyAnswer_canBeTriedAgain() {
        server.answer("200 OK", "");

        assertThat(failure(Kind.UNAVAILABLE, () -> store.complete(UPLOAD, Precondition.NONE)))
                .hasMessageContaining("COMPLETE_UPLOAD spate://bucket/dir/key (upload id+1)")
                .hasMessageContaining("the answer is empty");
    }

    @Test
    void complete_noParts_isInvalidWithoutARequest() {
        failure(Kind.INVALID, () -> store.complete(new Upload(KEY, "u", ""), Precondition.NONE));

        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "404 Not Found, NoSuchUpload, LOST_UPLOAD, the upload is not open",
        "404 Not Found, NoSuchKey, LOST_UPLOAD, the upload is not open",
        "404 Not Found, '', LOST_UPLOAD, the upload is not open",
        "404 Not Found, NoSuchBucket, NOT_FOUND, the bucket does not exist",
        "412 Precondition Failed, PreconditionFailed, EXISTS, there is an object at the key already",
        "409 Conflict, ConditionalRequestConflict, UNAVAILABLE, another request writes",
        "400 Bad Request, EntityTooSmall, INVALID, raise option 'write.part-size'",
        "400 Bad Request, InvalidPart, INVALID, does not have a part as it was sent",
        "400 Bad Request, InvalidPartOrder, INVALID, InvalidPartOrder",
        "200 OK, InternalError, UNAVAILABLE, 200 InternalError",
        "200 OK, SlowDown, THROTTLED, 200 SlowDown",
        "200 OK, AccessDenied, DENIED, check the credentials",
        "200 OK, NoSuchUpload, LOST_UPLOAD, the upload is not open",
        "200 OK, PreconditionFailed, EXISTS, there is an object at the key already",
        "200 OK, InvalidPart, INVALID, does not have a part as it was sent",
        "500 Internal Server Error, InternalError, UNAVAILABLE, 500 InternalError",
    })
    void complete_refused_isTranslatedAfterOneRequest(String status, String code, Kind kind, String text) {
        server.answer(status, code.isEmpty() ? "" : error(code));

        assertThat(failure(kind, () -> store.complete(UPLOAD, Precondition.IF_ABSENT)))
                .hasMessageContaining("COMPLETE_UPLOAD spate://bucket/dir/key (upload id+1)")
                .hasMessageContaining(text);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NoSuchUpload", "NoSuchKey"})
    void uploadThatIsNotOpen_everyRequestAboutIt_findsItLost(String code) {
        server.answer("404 Not Found", error(code)).answer("404 Not Found", error(code));

        failure(Kind.LOST_UPLOAD, () -> store.uploadPart(UPLOAD, 1, body("x")));
        failure(Kind.LOST_UPLOAD, () -> {
            store.abort(UPLOAD);
            return UPLOAD;
        });
    }

    @Test
    void complete_ifEtag_asksForItAndTellsAnotherVersion() {
        server.answer("200 OK", error("PreconditionFailed"));

        assertThat(failure(Kind.CHANGED, () -> store.complete(UPLOAD, Precondition.ifEtag("AbC"))))
                .hasMessageContaining("not the version with etag AbC");
        assertThat(server.onlyRequest().header("If-Match")).contains("\"AbC\"");
    }

    @Test
    void complete_connectionLost_canBeTriedAgain() {
        server.hangUp().answerAndClose("200 OK", "<CompleteMultipart", "Content-Length: 500");

        failure(Kind.UNAVAILABLE, () -> store.complete(UPLOAD, Precondition.NONE));
        failure(Kind.UNAVAILABLE, () -> store.complete(UPLOAD, Precondition.NONE));
    }

    @Test
    void complete_answerAfterTheTimeOfOtherRequests_isASuccess() throws Exception {
        try (ScriptedServer silent = new ScriptedServer()) {
            silent.stall();
            SpateOptions hasty = options().with("request-timeout", "200 ms");
            SpateOptions options = hasty.with("bucket.silent.endpoint", silent.endpoint());
            try (S3Store impatient = S3Answers.store(options)) {
                CompletableFuture<String> completed =
                        CompletableFuture.supplyAsync(() -> complete(impatient), task -> new Thread(task).start());
                assertThat(server.awaitRequest()).isTrue();
                failure(Kind.UNREACHABLE, () -> impatient.head(ObjectUri.parse("spate://silent/key")));
                server.answer("200 OK", COMPLETED);

                assertThat(completed.get(20, TimeUnit.SECONDS)).isEqualTo("AbC-2");
            }
        }
    }

    @Test
    void complete_storeClosed_isInvalid() {
        store.close();

        failure(Kind.INVALID, () -> store.complete(UPLOAD, Precondition.NONE));
    }

    @Test
    void abort_upload_namesIt() throws Exception {
        server.answer("204 No Content", "");

        store.abort(UPLOAD);

        assertThat(server.onlyRequest().line()).isEqualTo("DELETE /bucket/dir/key?uploadId=id%2B1 HTTP/1.1");
    }

    private static String complete(S3Store store) {
        try {
            return store.complete(UPLOAD, Precondition.NONE);
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }

    private SpateOptions options() {
        return S3Answers.options(server.endpoint());
    }

    private static StoreException failure(Kind kind, Call call) {
        StoreException failure = catchThrowableOfType(StoreException.class, call::send);
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(kind);
        return failure;
    }
}
