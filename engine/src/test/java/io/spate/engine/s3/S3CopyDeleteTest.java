package io.spate.engine.s3;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ObjectAttributes;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.StoredHeader;

import static io.spate.engine.s3.S3Answers.INFO;
import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class S3CopyDeleteTest extends ScriptedStoreTest {
    private static final ObjectUri TARGET = ObjectUri.parse("spate://other/copy");
    private static final String COPIED = "<CopyObjectResult><LastModified>2026-01-02T03:04:05.000Z</LastModified>"
            + "<ETag>&quot;AbC&quot;</ETag></CopyObjectResult>";

    @Test
    void copy_asItIs_namesTheVersionAndNothingElse() throws Exception {
        server.answer("200 OK", COPIED);

        assertThat(store.copy(INFO, TARGET, Optional.empty())).isEqualTo("AbC");

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("PUT /other/copy HTTP/1.1");
        assertThat(request.header("x-amz-copy-source")).contains("bucket/dir/key");
        assertThat(request.header("x-amz-copy-source-if-match")).contains("\"abc\"");
        assertThat(request.header("Content-Length").orElse("0")).isEqualTo("0");
        assertThat(request.names())
                .doesNotContain("x-amz-metadata-directive", "x-amz-tagging-directive", "content-type");
        S3Answers.assertPlain(request);
    }

    @Test
    void copy_attributesReplaced_sendsThemAll() throws Exception {
        server.answer("200 OK", COPIED);
        SpateOptions options = S3Answers.options(server.endpoint())
                .with("write.tags", "a=b")
                .with("write.cache-control", "no-store")
                .with("write.storage-class", "GLACIER_IR");
        ObjectAttributes replacing = ObjectAttributes.NONE
                .with(StoredHeader.CONTENT_TYPE, "text/csv")
                .withMetadata("m", "1");
        try (S3Store copying = S3Answers.store(options)) {
            copying.copy(INFO, TARGET, Optional.of(replacing));
        }

        ScriptedServer.Request request = server.onlyRequest();
        Map<String, String> expected = Map.of(
                "x-amz-metadata-directive", "REPLACE",
                "x-amz-tagging-directive", "REPLACE",
                "x-amz-tagging", "a=b",
                "Content-Type", "text/csv",
                "Cache-Control", "no-store",
                "x-amz-meta-m", "1",
                "x-amz-storage-class", "GLACIER_IR");
        expected.forEach(
                (name, value) -> assertThat(request.header(name)).as(name).contains(value));
    }

    @Test
    void copy_exactAttributes_sendsNoneOfTheOptionsAndLeavesTheTagsBehind() throws Exception {
        server.answer("200 OK", COPIED);
        SpateOptions labelled = S3Answers.options(server.endpoint())
                .with("write.content-encoding", "gzip")
                .with("write.metadata", "team=blue");
        try (S3Store copying = S3Answers.store(labelled)) {
            copying.copy(
                    INFO,
                    TARGET,
                    Optional.of(ObjectAttributes.NONE.withMetadata("m", "1").exactly()));
        }

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.header("x-amz-tagging-directive")).contains("REPLACE");
        assertThat(request.names())
                .contains("x-amz-meta-m")
                .doesNotContain("content-encoding", "x-amz-meta-team", "x-amz-tagging");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a//b", "a b+c%20?.txt", "\u00e9\u4e2d\ud83d\ude00", "/leading", "a/../b", "#&=;:@!$'()*,[]"})
    void copy_oddKey_isNamedInPlainAscii(String key) throws Exception {
        server.answer("200 OK", COPIED);
        ObjectInfo source = new ObjectInfo(KEY.withKey(key), 10, "", Instant.EPOCH);

        store.copy(source, TARGET, Optional.empty());

        String named = server.onlyRequest().header("x-amz-copy-source").orElseThrow();
        assertThat(named).matches("[A-Za-z0-9._~/%-]*");
        assertThat(URLDecoder.decode(named, StandardCharsets.UTF_8)).isEqualTo("bucket/" + key);
        assertThat(server.onlyRequest().names()).doesNotContain("x-amz-copy-source-if-match");
    }

    @ParameterizedTest
    @CsvSource({
        "412 Precondition Failed, PreconditionFailed, CHANGED, another version",
        "404 Not Found, NoSuchKey, NOT_FOUND, the object to copy from does not exist",
        "404 Not Found, NoSuchBucket, NOT_FOUND, the bucket of the source or of the target",
        "200 OK, InternalError, UNAVAILABLE, 200 InternalError",
        "200 OK, SlowDown, THROTTLED, 200 SlowDown",
        "200 OK, PreconditionFailed, CHANGED, another version",
        "400 Bad Request, InvalidRequest, INVALID, 400 InvalidRequest",
    })
    void copy_refused_isTranslatedAfterOneRequest(String status, String code, Kind kind, String text) {
        server.answer(status, error(code));

        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> store.copy(INFO, TARGET, Optional.empty()));

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure)
                .hasMessageContaining("COPY spate://other/copy (from spate://bucket/dir/key)")
                .hasMessageContaining(text);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void copy_emptyAnswer_canBeTriedAgain() {
        server.answer("200 OK", "");

        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> store.copy(INFO, TARGET, Optional.empty()));

        assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failure).hasMessageContaining("the answer is empty");
    }

    @Test
    void delete_objectOrNone_isASuccess() throws Exception {
        server.answer("204 No Content", "").answer("404 Not Found", error("NoSuchKey"));

        store.delete(KEY);
        store.delete(KEY);

        assertThat(server.requests())
                .extracting(ScriptedServer.Request::line)
                .containsExactly("DELETE /bucket/dir/key HTTP/1.1", "DELETE /bucket/dir/key HTTP/1.1");
    }

    @ParameterizedTest
    @CsvSource({
        "404 Not Found, NoSuchBucket, NOT_FOUND",
        "403 Forbidden, AccessDenied, DENIED",
        "404 Not Found, '', NOT_FOUND"
    })
    void delete_refused_isAFailure(String status, String code, Kind kind) {
        server.answer(status, code.isEmpty() ? "" : error(code));

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.delete(KEY));

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure).hasMessageContaining("DELETE spate://bucket/dir/key");
    }

    @Test
    void deleteMany_keys_goInOneRequestForAllOutcomes() throws Exception {
        server.answer("200 OK", deleted("dir/key", "a&amp;&lt;\u00e9\t", " ", " b ", "\n"));

        assertThat(store.deleteMany(keys("dir/key", "a&<\u00e9\t", " ", " b ", "\n")))
                .isEmpty();

        ScriptedServer.Request request = server.onlyRequest();
        assertThat(request.line()).isEqualTo("POST /bucket?delete HTTP/1.1");
        assertThat(request.body())
                .contains(
                        "<Key>dir/key</Key>",
                        "<Key>a&amp;&lt;\u00e9\t</Key>",
                        "<Key> b </Key>",
                        "<Quiet>false</Quiet>");
        assertThat(request.names()).doesNotContain("expect");
    }

    /** Stores other than AWS want it here, some of them, and only here. */
    @Test
    void deleteMany_endpointIsSet_sendsTheMd5OfTheBody() throws Exception {
        server.answer("200 OK", deleted("a"));

        store.deleteMany(keys("a"));

        ScriptedServer.Request request = server.onlyRequest();
        byte[] md5 = MessageDigest.getInstance("MD5").digest(request.body().getBytes(StandardCharsets.UTF_8));
        assertThat(request.header("Content-MD5")).contains(Base64.getEncoder().encodeToString(md5));
    }

    @Test
    void deleteMany_someRefused_saysWhichAndWhy() throws Exception {
        server.answer(
                "200 OK",
                "<DeleteResult>" + keyError("a", "AccessDenied") + keyError("b", "InternalError")
                        + keyError("c", "NoSuchKey") + "<Deleted><Key>d</Key></Deleted></DeleteResult>");

        Map<ObjectUri, StoreException> failures = store.deleteMany(keys("a", "b", "c", "d"));

        assertThat(failures).containsOnlyKeys(KEY.withKey("a"), KEY.withKey("b"));
        assertThat(failures.get(KEY.withKey("a")).kind()).isEqualTo(Kind.DENIED);
        assertThat(failures.get(KEY.withKey("b")).kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failures.get(KEY.withKey("a")))
                .hasMessageContaining("DELETE_MANY spate://bucket/a: 200 AccessDenied: message of AccessDenied")
                .hasMessageContaining(server.endpoint());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>busy</html>", "<DeleteResult></DeleteResult>", "<DeleteResult/>"})
    void deleteMany_answerNamesNoKey_noneIsTakenForDeleted(String answer) throws Exception {
        server.answer("200 OK", answer);

        Map<ObjectUri, StoreException> failures = store.deleteMany(keys("a", "b"));

        assertThat(failures).containsOnlyKeys(KEY.withKey("a"), KEY.withKey("b"));
        assertThat(failures.get(KEY.withKey("a")).kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(failures.get(KEY.withKey("a")))
                .hasMessageContaining("DELETE_MANY spate://bucket/a: the answer does not say what became of the key");
    }

    @Test
    void deleteMany_answerNamesSomeKeys_theOthersCanBeTriedAgain() throws Exception {
        server.answer("200 OK", deleted("a", "A", "c"));

        assertThat(store.deleteMany(keys("a", "b", "c"))).containsOnlyKeys(KEY.withKey("b"));
    }

    @Test
    void deleteMany_errorOfAnotherKey_isInvalid() {
        server.answer("200 OK", "<DeleteResult>" + keyError("z", "AccessDenied") + "</DeleteResult>");

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.deleteMany(keys("a")));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure).hasMessageContaining("'z'");
    }

    @Test
    void deleteMany_keyThatXmlCannotName_isNotSent() throws Exception {
        server.answer("200 OK", deleted("a"));

        Map<ObjectUri, StoreException> failures = store.deleteMany(keys("a", "b\u0001", "b\r"));
        Map<ObjectUri, StoreException> none = store.deleteMany(keys("b\u0001"));

        assertThat(failures).containsOnlyKeys(KEY.withKey("b\u0001"), KEY.withKey("b\r"));
        assertThat(none.get(KEY.withKey("b\u0001")).kind()).isEqualTo(Kind.INVALID);
        assertThat(none.get(KEY.withKey("b\u0001"))).hasMessageContaining("delete it by itself");
        assertThat(server.onlyRequest().body()).contains("<Key>a</Key>").doesNotContain("<Key>b");
    }

    @ParameterizedTest
    @CsvSource({
        "200 OK, InternalError, UNAVAILABLE",
        "200 OK, SlowDown, THROTTLED",
        "404 Not Found, NoSuchBucket, NOT_FOUND",
        "400 Bad Request, BadDigest, UNAVAILABLE",
    })
    void deleteMany_refusedAsAWhole_isAFailure(String status, String code, Kind kind) {
        server.answer(status, error(code));

        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.deleteMany(keys("a")));

        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void deleteMany_noneOrTooManyOrTwoBuckets_isRefused() {
        List<ObjectUri> tooMany = IntStream.rangeClosed(0, 1000)
                .mapToObj(i -> KEY.withKey("k" + i))
                .toList();

        for (List<ObjectUri> wrong : List.of(tooMany, List.<ObjectUri>of(), List.of(KEY, TARGET))) {
            assertThatThrownBy(() -> store.deleteMany(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to 1000 objects of one bucket");
        }
    }

    private static String deleted(String... keys) {
        return "<DeleteResult>"
                + Stream.of(keys)
                        .map(key -> "<Deleted><Key>" + key + "</Key></Deleted>")
                        .collect(Collectors.joining())
                + "</DeleteResult>";
    }

    private static String keyError(String key, String code) {
        return "<Error><Key>" + key + "</Key><Code>" + code + "</Code><Message>message of " + code
                + "</Message></Error>";
    }

    private static List<ObjectUri> keys(String... keys) {
        return List.of(keys).stream().map(KEY::withKey).toList();
    }
}
