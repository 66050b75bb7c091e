package io.spate.engine.s3;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ObjectUri;
import io.spate.engine.Part;
import io.spate.engine.PartPage;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;
import io.spate.engine.Upload;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadPage;
import io.spate.engine.UploadPage.Position;

import static io.spate.engine.s3.S3Answers.KEY;
import static io.spate.engine.s3.S3Answers.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Listings of uploads, and of their parts. */
class S3UploadListTest extends ScriptedStoreTest {
    private static final ObjectUri PREFIX = ObjectUri.parse("spate://bucket/a");
    private static final Upload UPLOAD = new Upload(KEY, "u1", "");
    private static final String MORE = "<IsTruncated>true</IsTruncated>";

    @Test
    void listUploads_firstPage_asksForThePrefix() throws Exception {
        server.answer(
                "200 OK",
                uploads(
                        MORE + "<NextKeyMarker>a+b</NextKeyMarker><NextUploadIdMarker>u+2</NextUploadIdMarker>",
                        upload("a %C3\u00e9", "u1"),
                        upload("a+b", "u3"),
                        upload("a+b", "u2")));

        UploadPage page = store.listUploads(PREFIX, Optional.empty());

        Instant begun = Instant.parse("2026-01-02T03:04:05Z");
        assertThat(page.uploads())
                .containsExactly(
                        new UploadInfo(PREFIX.withKey("a %C3\u00e9"), "u1", begun),
                        new UploadInfo(PREFIX.withKey("a+b"), "u3", begun),
                        new UploadInfo(PREFIX.withKey("a+b"), "u2", begun));
        assertThat(page.next()).contains(new Position("a+b", "u+2"));
        assertThat(server.onlyRequest().line())
                .startsWith("GET /bucket?")
                .contains("uploads", "prefix=a")
                .doesNotContain("marker", "encoding-type");
    }

    @Test
    void listUploads_nextPage_sendsThePosition() throws Exception {
        server.answer("200 OK", uploads("")).answer("200 OK", uploads(""));

        UploadPage page = store.listUploads(PREFIX, Optional.of(new Position("a+b", "u+2")));
        store.listUploads(PREFIX, Optional.of(new Position("a+b", "")));

        assertThat(page).isEqualTo(new UploadPage(List.of(), Optional.empty()));
        assertThat(server.requests().get(0).line()).contains("key-marker=a%2Bb", "upload-id-marker=u%2B2");
        assertThat(server.requests().get(1).line()).contains("key-marker=a%2Bb").doesNotContain("upload-id-marker");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "<IsTruncated>true</IsTruncated> | no key marker",
                "<IsTruncated>true</IsTruncated><NextKeyMarker>aa</NextKeyMarker><NextUploadIdMarker>u0</NextUploadIdMarker>"
                        + " | ends at 'aa', where it began",
                "<IsTruncated>true</IsTruncated><NextKeyMarker>a</NextKeyMarker> | ends at 'a', where it began",
                "<Upload><Key>b</Key><UploadId>u</UploadId></Upload> | ignores its prefix: it has 'b'",
                "<Upload><UploadId>u</UploadId></Upload> | an upload without a key",
                "<Upload><Key>ab</Key></Upload> | an upload without an id, of 'ab'",
                "<Upload><Key>ab</Key><UploadId>u</UploadId></Upload> | when upload u of 'ab' was begun",
            })
    void listUploads_pageThatCannotBe_isInvalid(String answer, String text) {
        server.answer("200 OK", uploads(answer));

        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> store.listUploads(PREFIX, Optional.of(new Position("aa", "u0"))));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure)
                .hasMessageContaining("LIST_UPLOADS spate://bucket/a: the listing of uploads")
                .hasMessageContaining(text);
    }

    @Test
    void listUploads_keysInNoOrder_areTakenAsTheyCome() throws Exception {
        server.answer(
                "200 OK",
                uploads(
                        MORE + "<NextKeyMarker>ac</NextKeyMarker>",
                        upload("ac", "u1"),
                        upload("ab", "u2"),
                        upload("ad", "u3")));

        UploadPage page = store.listUploads(PREFIX, Optional.of(new Position("aa", "u0")));

        assertThat(page.uploads()).extracting(UploadInfo::uploadId).containsExactly("u1", "u2", "u3");
        assertThat(page.next()).contains(new Position("ac", ""));
    }

    @Test
    void listUploads_keyThatIsTooLong_isInvalid() {
        server.answer("200 OK", uploads(upload("a".repeat(1025), "u1")));

        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> store.listUploads(PREFIX, Optional.empty()));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure)
                .hasMessageContaining("the listing of uploads has what cannot be")
                .hasMessageContaining("1024");
    }

    @Test
    void listUploads_noBucket_isNotFound() {
        server.answer("404 Not Found", error("NoSuchBucket"));

        assertThat(catchThrowableOfType(StoreException.class, () -> store.listUploads(PREFIX, Optional.empty()))
                        .kind())
                .isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    void listParts_pages_areAskedForByNumber() throws Exception {
        server.answer("200 OK", parts(MORE + "<NextPartNumberMarker>7</NextPartNumberMarker>", part(2, 5), part(7, 3)));
        server.answer("200 OK", parts(""));

        PartPage page = store.listParts(UPLOAD, OptionalInt.empty());
        PartPage last = store.listParts(UPLOAD, page.next());

        assertThat(page)
                .isEqualTo(new PartPage(List.of(new Part(2, "e2", 5), new Part(7, "e7", 3)), OptionalInt.of(7)));
        assertThat(last).isEqualTo(new PartPage(List.of(), OptionalInt.empty()));
        assertThat(server.requests().get(0).line()).isEqualTo("GET /bucket/dir/key?uploadId=u1 HTTP/1.1");
        assertThat(server.requests().get(1).line()).contains("part-number-marker=7", "uploadId=u1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            value = {
                "<IsTruncated>true</IsTruncated> | does not advance",
                "<IsTruncated>true</IsTruncated><NextPartNumberMarker>4</NextPartNumberMarker> | does not advance",
                "<Part><PartNumber>4</PartNumber><ETag>e</ETag><Size>1</Size></Part> | number 4 comes after 4",
                "<Part><PartNumber>5</PartNumber><ETag>e</ETag></Part> | a part without number, size or etag",
                "<Part><PartNumber>5</PartNumber><Size>1</Size></Part> | a part without number, size or etag",
                "<Part><ETag>e</ETag><Size>1</Size></Part> | a part without number, size or etag",
                "<Part><PartNumber>10001</PartNumber><ETag>e</ETag><Size>1</Size></Part> | 10001",
            })
    void listParts_pageThatCannotBe_isInvalid(String answer, String text) {
        server.answer("200 OK", parts(answer));

        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> store.listParts(UPLOAD, OptionalInt.of(4)));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(failure)
                .hasMessageContaining("LIST_PARTS spate://bucket/dir/key (upload u1): the listing of parts")
                .hasMessageContaining(text);
    }

    @Test
    void listParts_uploadThatIsNotOpen_isLost() {
        server.answer("404 Not Found", error("NoSuchUpload"));

        StoreException failure =
                catchThrowableOfType(StoreException.class, () -> store.listParts(UPLOAD, OptionalInt.empty()));

        assertThat(failure.kind()).isEqualTo(Kind.LOST_UPLOAD);
        assertThat(failure).hasMessageContaining("upload u1").hasMessageContaining("the upload is not open");
    }

    private static String uploads(String... content) {
        return "<ListMultipartUploadsResult>" + String.join("", content) + "</ListMultipartUploadsResult>";
    }

    private static String upload(String key, String id) {
        return "<Upload><Key>" + key + "</Key><UploadId>" + id
                + "</UploadId><Initiated>2026-01-02T03:04:05.000Z</Initiated></Upload>";
    }

    private static String parts(String... content) {
        return "<ListPartsResult>" + String.join("", content) + "</ListPartsResult>";
    }

    private static String part(int number, long size) {
        return "<Part><PartNumber>" + number + "</PartNumber><ETag>\"e" + number + "\"</ETag><Size>" + size
                + "</Size></Part>";
    }
}
