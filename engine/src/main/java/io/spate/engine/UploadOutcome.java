package io.spate.engine;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells whether an object is what came of an upload. Pure. */
final class UploadOutcome {
    private static final Pattern MD5 = Pattern.compile("[0-9a-fA-F]{32}");

    private UploadOutcome() {}

    /**
     * Whether it certainly is, or has all bytes of it: by its marker or, where the store keeps none, by its etag.
     *
     * <p>With the marker it may be longer: whoever persists an object and goes on with it may commit it later with more,
     * and then somebody comes back to what was persisted first.
     */
    static boolean isOf(Upload upload, ObjectDetails found) {
        Optional<String> marker = found.marker();
        long length = found.info().length();
        if (marker.isPresent() && !upload.marker().isEmpty()) {
            return marker.get().equals(upload.marker()) && length >= upload.length();
        }
        return length == upload.length()
                && etags(upload.parts()).contains(found.info().etag().toLowerCase(Locale.ROOT));
    }

    /**
     * What is wrong with an object right after its upload was completed. One that others have written since is not.
     *
     * @param etag as the store gave it when the upload was complete; empty if it gave none
     */
    static Optional<String> contradiction(Upload upload, String etag, ObjectDetails found) {
        boolean own = found.marker()
                .map(marker -> marker.equals(upload.marker()))
                .orElseGet(() -> etag.isEmpty() || found.info().isSameEtag(etag));
        return !own || found.info().length() == upload.length()
                ? Optional.empty()
                : Optional.of("the object has " + found.info().length() + " bytes, but " + upload.length()
                        + " were uploaded: the store or something on the way to it changes what is written");
    }

    /**
     * The etags that stores give to an object of these parts, in lower case; none where the etags of the parts are no MD5.
     * AWS and most others digest the digests of the parts as bytes, Ozone 2 their texts.
     */
    private static List<String> etags(List<Part> parts) {
        boolean digests =
                parts.stream().allMatch(part -> MD5.matcher(part.etag()).matches());
        if (!digests || parts.isEmpty()) {
            return List.of();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringBuilder texts = new StringBuilder();
        for (Part part : parts) {
            bytes.writeBytes(HexFormat.of().parseHex(part.etag()));
            texts.append(part.etag());
        }
        String suffix = "-" + parts.size();
        return List.of(
                md5(bytes.toByteArray()) + suffix, md5(texts.toString().getBytes(StandardCharsets.UTF_8)) + suffix);
    }

    /** The digest that most stores use as the etag of a part. */
    static String md5(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has MD5", e);
        }
    }
}
