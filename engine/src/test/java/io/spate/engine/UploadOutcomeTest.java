package io.spate.engine;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UploadOutcomeTest {
    private static final ObjectUri URI = ObjectUri.parse("spate://bucket/key");
    private static final List<Part> PARTS = List.of(
            new Part(1, "5D41402ABC4B2A76B9719D911017C592", 5), new Part(2, "7d793037a0760186574b0282f2f435e7", 5));
    private static final Upload UPLOAD = new Upload(URI, "id", "mine", PARTS);

    /** {@code md5(md5("hello") md5("world"))} over the digests as bytes, by another tool. */
    private static final String OVER_BYTES = "065947336a2f2a95ba8899f3675c3be6";

    @Test
    void isOf_markerAndLength_decide() {
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, "any", "mine"))).isTrue();
        assertThat(UploadOutcome.isOf(UPLOAD, found(11, "any", "mine"))).isTrue();
        assertThat(UploadOutcome.isOf(UPLOAD, found(9, "any", "mine"))).isFalse();
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, "any", "other"))).isFalse();
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, "any", ""))).isFalse();
    }

    @Test
    void isOf_noMarker_theEtagOfThePartsDecides() throws Exception {
        String ofTexts = HexFormat.of()
                .formatHex(MessageDigest.getInstance("MD5")
                        .digest((PARTS.get(0).etag() + PARTS.get(1).etag()).getBytes(StandardCharsets.UTF_8)));
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, OVER_BYTES + "-2", ""))).isTrue();
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, OVER_BYTES.toUpperCase(Locale.ROOT) + "-2", "")))
                .isTrue();
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, ofTexts + "-2", ""))).isTrue();
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, OVER_BYTES + "-3", ""))).isFalse();
        assertThat(UploadOutcome.isOf(UPLOAD, found(10, OVER_BYTES + "-2", "other")))
                .isFalse();
    }

    @Test
    void isOf_etagsThatAreNoDigests_tellNothing() {
        Upload upload = new Upload(URI, "id", "mine", List.of(new Part(1, "", 10)));
        assertThat(UploadOutcome.isOf(upload, found(10, "", ""))).isFalse();
        assertThat(UploadOutcome.isOf(upload, found(10, "", "mine"))).isTrue();
    }

    @Test
    void contradiction_isOnlyWhatHasTheMarkerOrNone() {
        assertThat(UploadOutcome.contradiction(UPLOAD, "any", found(10, "any", "mine")))
                .isEmpty();
        assertThat(UploadOutcome.contradiction(UPLOAD, "any", found(11, "any", "mine")))
                .isPresent();
        assertThat(UploadOutcome.contradiction(UPLOAD, "any", found(11, "any", "")))
                .isPresent();
        assertThat(UploadOutcome.contradiction(UPLOAD, "any", found(11, "any", "other")))
                .isEmpty();
    }

    private static ObjectDetails found(long length, String etag, String marker) {
        ObjectAttributes attributes =
                marker.isEmpty() ? ObjectAttributes.NONE : ObjectAttributes.NONE.withMetadata(Upload.MARKER, marker);
        return new ObjectDetails(new ObjectInfo(URI, length, etag, Instant.EPOCH), attributes);
    }
}
