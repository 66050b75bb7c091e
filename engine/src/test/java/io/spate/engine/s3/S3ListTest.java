package io.spate.engine.s3;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.StoreException;
import io.spate.engine.StoreException.Kind;

import static io.spate.engine.s3.S3Answers.entry;
import static io.spate.engine.s3.S3Answers.listing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class S3ListTest extends ScriptedStoreTest {
    private static final ObjectUri BUCKET = ObjectUri.parse("spate://bucket/");

    @Test
    void list_firstPage_asksForEverythingItWasTold() throws Exception {
        server.answer("200 OK", listing(Optional.of("to+ken/="), entry("a/c", 5, "&quot;e1&quot;")));

        ListPage page = store.list(ListRequest.below(BUCKET.withKey("a/"))
                .withDelimiter("/")
                .startingAfter("a/b c")
                .withMaxKeys(7));

        assertThat(page.objects())
                .containsExactly(new ObjectInfo(BUCKET.withKey("a/c"), 5, "e1", Instant.parse("2026-01-02T03:04:05Z")));
        assertThat(page.nextToken()).contains("to+ken/=");
        assertThat(server.onlyRequest().line())
                .startsWith("GET /bucket?")
                .contains("list-type=2", "encoding-type=url", "prefix=a%2F", "delimiter=%2F", "max-keys=7")
                .contains("start-after=a%2Fb%20c")
                .doesNotContain("continuation-token");
    }

    @Test
    void list_nextPage_sendsTheTokenAsItCame() throws Exception {
        server.answer("200 OK", listing(Optional.empty()));

        ListPage page = store.list(ListRequest.below(BUCKET).startingAfter("k").continuing("to+ken/="));

        assertThat(page).isEqualTo(new ListPage(List.of(), List.of(), Optional.empty()));
        assertThat(server.onlyRequest().line())
                .contains("continuation-token=to%2Bken%2F%3D")
                .doesNotContain("start-after");
    }

    @Test
    void list_delimiter_givesCommonPrefixes() throws Exception {
        String prefixes = "<CommonPrefixes><Prefix>a%20b%2F</Prefix></CommonPrefixes>"
                + "<CommonPrefixes><Prefix>c%2F</Prefix></CommonPrefixes>";
        server.answer("200 OK", listing(Optional.empty(), prefixes));

        assertThat(store.list(ListRequest.below(BUCKET).withDelimiter("/")).prefixes())
                .containsExactly("a b/", "c/");
    }

    @Test
    void list_storeRepeatsThePrefixAsItCame_isNoFailure() throws Exception {
        String echo = "<Prefix>100%/a%zz</Prefix><StartAfter>100%/%</StartAfter><Delimiter>%</Delimiter>";
        server.answer("200 OK", listing(Optional.empty(), echo + entry("100%25%2Fa%25zz%2Fb", 5, "&quot;e1&quot;")));

        ListPage page =
                store.list(ListRequest.below(BUCKET.withKey("100%/a%zz")).startingAfter("100%/%"));

        assertThat(page.objects()).extracting(object -> object.uri().key()).containsExactly("100%/a%zz/b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a//b",
                "a b+c%20?.txt",
                "\u00e9\u4e2d\ud83d\ude00",
                "/leading",
                "tab\there\u0001",
                "a/../b/./c",
                "#&=;:@!$'()*,[]"
            })
    void oddKey_sentAndListed_staysTheSame(String key) throws Exception {
        String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8);
        server.answer("200 OK", listing(Optional.empty(), entry(encoded, 10, "&quot;abc&quot;")));
        server.answer("200 OK", "", "Content-Length: 10", "ETag: \"abc\"");

        ObjectInfo listed = store.list(ListRequest.below(BUCKET)).objects().get(0);
        store.head(listed.uri());

        assertThat(listed.uri().key()).isEqualTo(key);
        String path = server.requests().get(1).line().replaceFirst("HEAD /bucket/(.*) HTTP/1.1", "$1");
        assertThat(path).matches("[A-Za-z0-9._~/%-]*");
        assertThat(URLDecoder.decode(path, StandardCharsets.UTF_8)).isEqualTo(key);
    }

    @Test
    void list_keyThatDoesNotAdvance_isInvalid() {
        server.answer("200 OK", listing(Optional.empty(), entry("b", 1, "e"), entry("b", 1, "e")));

        assertThat(failure(ListRequest.below(BUCKET))).hasMessageContaining("does not advance");
    }

    @Test
    void list_keysInOrderOfUtf16_areTakenAsTheyCome() throws Exception {
        String emoji = "\uD83D\uDE00.txt";
        String fullWidth = "\uFF081\uFF09.txt";
        server.answer("200 OK", listing(Optional.empty(), entry(emoji, 1, "e"), entry(fullWidth, 1, "e")));

        assertThat(store.list(ListRequest.below(BUCKET)).objects())
                .extracting(info -> info.uri().key())
                .containsExactly(emoji, fullWidth);
    }

    @Test
    void list_keyNotAfterTheStart_isInvalid() {
        server.answer("200 OK", listing(Optional.empty(), entry("b", 1, "e")));

        assertThat(failure(ListRequest.below(BUCKET).startingAfter("b"))).hasMessageContaining("does not advance");
    }

    @Test
    void list_sameTokenAgain_isInvalid() {
        server.answer("200 OK", listing(Optional.of("t"), entry("b", 1, "e")));

        assertThat(failure(ListRequest.below(BUCKET).continuing("t"))).hasMessageContaining("does not advance");
    }

    @Test
    void list_truncatedWithoutAToken_isInvalid() {
        server.answer("200 OK", listing(Optional.of(""), entry("b", 1, "e")));

        assertThat(failure(ListRequest.below(BUCKET))).hasMessageContaining("no continuation token");
    }

    @Test
    void list_keyOutsideThePrefix_isInvalid() {
        server.answer("200 OK", listing(Optional.empty(), entry("b", 1, "e")));

        assertThat(failure(ListRequest.below(BUCKET.withKey("a")))).hasMessageContaining("ignores its prefix");
    }

    @Test
    void list_entryWithoutAKey_isInvalid() {
        server.answer("200 OK", listing(Optional.empty(), "<CommonPrefixes></CommonPrefixes>"));
        server.answer("200 OK", listing(Optional.empty(), "<Contents><Size>1</Size></Contents>"));
        server.answer("200 OK", listing(Optional.empty(), "<Contents><Key>k</Key></Contents>"));

        assertThat(failure(ListRequest.below(BUCKET))).hasMessageContaining("without a key");
        assertThat(failure(ListRequest.below(BUCKET))).hasMessageContaining("without a key");
        assertThat(failure(ListRequest.below(BUCKET))).hasMessageContaining("no size of 'k'");
    }

    @Test
    void list_keysBeyondTheBasicPlane_comeInTheOrderOfTheirBytes() throws Exception {
        server.answer("200 OK", listing(Optional.empty(), entry("%EF%BC%A1", 1, "e"), entry("%F0%9F%98%80", 1, "e")));

        assertThat(store.list(ListRequest.below(BUCKET)).objects())
                .extracting(info -> info.uri().key())
                .containsExactly("\uff21", "\ud83d\ude00");
    }

    @Test
    void head_object_givesItsVersion() throws Exception {
        server.answer(
                "200 OK", "", "Content-Length: 42", "ETag: \"AbC-3\"", "Last-Modified: Fri, 02 Jan 2026 03:04:05 GMT");

        assertThat(store.head(BUCKET.withKey("k")))
                .isEqualTo(new ObjectInfo(BUCKET.withKey("k"), 42, "AbC-3", Instant.parse("2026-01-02T03:04:05Z")));
    }

    @Test
    void head_bucket_isInvalidWithoutARequest() {
        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.head(BUCKET));

        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        assertThat(server.requests()).isEmpty();
    }

    private StoreException failure(ListRequest request) {
        StoreException failure = catchThrowableOfType(StoreException.class, () -> store.list(request));
        assertThat(failure.kind()).isEqualTo(Kind.INVALID);
        return failure;
    }
}
