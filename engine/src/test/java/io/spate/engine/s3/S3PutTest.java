package io.spate.engine.s3;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectDetails;
import io.spate.engine.Precondition;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoredHeader;
import io.spate.engine.WriteBody;

import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.body;
import static io.spate.engine.s3.S3Answers.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class S3PutTest extends ScriptedStoreTest {
    @Test
    void put_bytes_sendsOnePlainRequest() throws Exception {
        server.answer("200 OK", "", "ETag: \"AbC\"");

        assertThat(store.put(KEY, body("hello"), ObjectAttributes.NONE, Precondition.NONE))
                .isEqualTo("AbC");

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("PUT /bucket/dir/key HTTP/1.1");
        assertThat(request.body()).isEqualTo("hello");
        assertThat(request.header("Content-Length")).contains("5");
        assertThat(request.header("Content-Type")).contains("binary/octet-stream");
        assertThat(request.header("x-amz-content-sha256"))
                .contains("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        S3Answers.assertPlain(request);
    }

    @Test
    void put_twoMebibytes_waitsForNoPermission() throws Exception {
        server.answer("200 OK", "", "ETag: \"a\"");

        store.put(KEY, body("x".repeat(2 << 20)), ObjectAttributes.NONE, Precondition.NONE);

        assertThat(server.onlyRequest().body()).hasSize(2 << 20);
        S3Answers.assertPlain(server.onlyRequest());
    }

    @Test
    void put_noBytes_sendsAnEmptyBody() throws Exception {
        server.answer("200 OK", "", "ETag: \"a\"");

        store.put(KEY, body(""), ObjectAttributes.NONE, Precondition.NONE);

        assertThat(server.onlyRequest().header("Content-Length")).contains("0");
        assertThat(server.onlyRequest().body()).isEmpty();
    }

    @Test
    void put_ifAbsent_asksForIt() throws Exception {
        server.answer("200 OK", "");

        assertThat(store.put(KEY, body("x"), ObjectAttributes.NONE, Precondition.IF_ABSENT))
                .as("etag of a store that gives none")
                .isEmpty();

        assertThat(server.onlyRequest().header("If-None-Match")).contains("*");
    }

    @Test
    void put_ifEtag_asksForItAndTellsAnotherVersion() {
        server.answer("412 Precondition Failed", error("PreconditionFailed"));

        StoreException failure = catchThrowableOfType(
                StoreException.class,
                () -> store.put(KEY, body("x"), ObjectAttributes.NONE, Precondition.ifEtag("AbC")));

        assertThat(failure.kind()).isEqualTo(Kind.CHANGED);
        assertThat(failure).hasMessageContaining("not the version with etag AbC");
        assertThat(server.onlyRequest().header("If-Match")).contains("\"AbC\"");
    }

    @Test
    void put_checksumsWanted_sendsThatOfTheBody() throws Exception {
        server.answer("200 OK", "", "ETag: \"a\"");
        try (S3Store checking = S3Answers.store(options().with("write.checksum", "crc32c"))) {
            checking.put(KEY, body("123456789"), ObjectAttributes.NONE, Precondition.NONE);
        }

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.header("x-amz-checksum-crc32c")).contains("4waSgw==");
        assertThat(request.body()).isEqualTo("123456789");
        assertThat(request.names()).doesNotContain("x-amz-trailer", "content-md5", "expect", "content-encoding");
    }

    @Test
    void put_optionsAndAttributes_becomeHeaders() throws Exception {
        server.answer("200 OK", "", "ETag: \"a\"");
        SpateOptions options = options()
                .with("write.content-type", "text/plain")
                .with("write.content-encoding", "gzip")
                .with("write.cache-control", "no-store")
                .with("write.metadata", "Team=blue, owner=option")
                .with("write.tags", "a b=c&d, \u00e9=1+1")
                .with("write.storage-class", "STANDARD_IA")
                .with("write.acl", "bucket-owner-full-control")
                .with("write.encryption", "kms")
                .with("write.kms-key", "key-7");
        ObjectAttributes attributes = ObjectAttributes.NONE
                .with(StoredHeader.CONTENT_TYPE, "text/csv")
                .with(StoredHeader.CONTENT_LANGUAGE, "de")
                .with(StoredHeader.CONTENT_DISPOSITION, "inline")
                .withMetadata("Owner", "call");
        try (S3Store writing = S3Answers.store(options)) {
            writing.put(KEY, body("x"), attributes, Precondition.NONE);
        }

        ScriptedServer.Request request = server.onlyRequest();
        Map<String, String> expected = Map.ofEntries(
                Map.entry("Content-Type", "text/csv"),
                Map.entry("Content-Encoding", "gzip"),
                Map.entry("Content-Language", "de"),
                Map.entry("Content-Disposition", "inline"),
                Map.entry("Cache-Control", "no-store"),
                Map.entry("x-amz-meta-team", "blue"),
                Map.entry("x-amz-meta-owner", "call"),
                Map.entry("x-amz-tagging", "a%20b=c%26d&%C3%A9=1%2B1"),
                Map.entry("x-amz-storage-class", "STANDARD_IA"),
                Map.entry("x-amz-acl", "bucket-owner-full-control"),
                Map.entry("x-amz-server-side-encryption", "aws:kms"),
                Map.entry("x-amz-server-side-encryption-aws-kms-key-id", "key-7"));
        expected.forEach(
                (name, value) -> assertThat(request.header(name)).as(name).contains(value));
        assertThat(request.names()).doesNotHaveDuplicates();
        String signed = request.header("Authorization").orElseThrow();
        assertThat(signed).contains("x-amz-meta-team", "x-amz-tagging", "x-amz-acl");
    }

    @ParameterizedTest
    @CsvSource({"name, gr\u00fcn", "'na me', x", "name, 'a\nx-amz-acl: public-read'", "'', x"})
    void put_metadataThatNoHeaderHolds_isInvalidWithoutARequest(String name, String value) {
        ObjectAttributes attributes = ObjectAttributes.NONE.withMetadata(name, value);

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> store.put(KEY, body("x"), attributes, Precondition.NONE));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure).hasMessageContaining("user metadata '" + name + "'");
        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "412 Precondition Failed, PreconditionFailed, EXISTS, there is an object at the key already",
        "409 Conflict, ConditionalRequestConflict, UNAVAILABLE, another request writes to the same key",
        "409 Conflict, OperationAborted, UNAVAILABLE, another request writes to the same key",
        "400 Bad Request, BadDigest, UNAVAILABLE, did not arrive as they were sent",
        "400 Bad Request, XAmzContentSHA256Mismatch, UNAVAILABLE, did not arrive as they were sent",
        "400 Bad Request, BadDigest, UNAVAILABLE, check option 'write.checksum'",
        "400 Bad Request, XAmzContentSHA256Mismatch, UNAVAILABLE, check option 'write.checksum'",
        "400 Bad Request, IncompleteBody, UNAVAILABLE, did not arrive as they were sent",
        "400 Bad Request, EntityTooLarge, INVALID, lower option 'write.part-size'",
        "400 Bad Request, InvalidStorageClass, INVALID, check option 'write.storage-class'",
        "400 Bad Request, AccessControlListNotSupported, INVALID, check option 'write.acl'",
        "400 Bad Request, InvalidTag, INVALID, check option 'write.tags'",
        "400 Bad Request, MetadataTooLarge, INVALID, check option 'write.metadata'",
        "403 Forbidden, AccessDenied, DENIED, check the credentials",
        "404 Not Found, NoSuchBucket, NOT_FOUND, the bucket does not exist",
        "501 Not Implemented, NotImplemented, INVALID, check the options 'profile'",
        "503 Slow Down, SlowDown, THROTTLED, 503 SlowDown",
        "500 Internal Server Error, InternalError, UNAVAILABLE, 500 InternalError",
    })
    void put_refused_isTranslatedAfterOneRequest(String status, String code, Kind kind, String text) {
        server.answer(status, error(code));

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> store.put(KEY, body("x"), ObjectAttributes.NONE, Precondition.IF_ABSENT));

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure)
                .hasMessageContaining("PUT spate://bucket/dir/key")
                .hasMessageContaining(text)
                .hasMessageContaining("request id request-7");
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void put_failedOnce_sendsTheSameBytesAgain() throws Exception {
        server.answer("500 Internal Server Error", error("InternalError")).answer("200 OK", "", "ETag: \"a\"");
        WriteBody body = body("again");

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> store.put(KEY, body, ObjectAttributes.NONE, Precondition.NONE));
        store.put(KEY, body, ObjectAttributes.NONE, Precondition.NONE);

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(server.requests()).extracting(ScriptedServer.Request::body).containsExactly("again", "again");
    }

    @Test
    void put_toABucket_isInvalidWithoutARequest() {
        StoreException failure = catchThrowableOfType(
                StoreException.class,
                () -> store.put(KEY.withKey(""), body("x"), ObjectAttributes.NONE, Precondition.NONE));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void details_object_givesWhatIsKeptWithIt() throws Exception {
        server.answer(
                "200 OK",
                "",
                "Content-Length: 5",
                "ETag: W/\"AbC\"",
                "Content-Type: text/csv",
                "Content-Encoding: aws-chunked,gzip",
                "Content-Language: de",
                "Cache-Control: no-store",
                "X-Amz-Meta-Team: blue",
                "x-amz-meta-empty: ");

        ObjectDetails details = store.details(KEY);

        assertThat(details.info().etag()).isEqualTo("W/\"AbC\"");
        assertThat(details.attributes())
                .isEqualTo(new ObjectAttributes(
                        Map.of(
                                StoredHeader.CONTENT_TYPE, "text/csv",
                                StoredHeader.CONTENT_ENCODING, "gzip",
                                StoredHeader.CONTENT_LANGUAGE, "de",
                                StoredHeader.CACHE_CONTROL, "no-store"),
                        Map.of("team", "blue", "empty", "")));
    }

    @Test
    void details_framingOnly_isNoEncoding() throws Exception {
        server.answer("200 OK", "", "Content-Length: 5", "Content-Encoding: aws-chunked");

        assertThat(store.details(KEY).attributes()).isEqualTo(ObjectAttributes.NONE);
    }

    @Test
    void put_bytesOfUtf8_areSentAsTheyAre() throws Exception {
        server.answer("200 OK", "", "ETag: \"a\"");
        byte[] bytes = "gr\u00fcn".getBytes(StandardCharsets.UTF_8);

        store.put(KEY, WriteBody.of(bytes), ObjectAttributes.NONE, Precondition.NONE);

        assertThat(server.onlyRequest().body()).isEqualTo("gr\u00fcn");
    }

    private SpateOptions options() {
        return S3Answers.options(server.endpoint());
    }
}
