package io.spate.engine.s3;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;
import io.spate.engine.StoreException.Kind;

/**
 * What a store said before the first byte of a range. Some stores answer a range they do not like with the whole object,
 * and caches in between may answer with another version, so nothing is taken on trust.
 *
 * @param contentRange the header, empty if there was none
 * @param etag the header, empty if there was none
 * @param contentLength the header, or -1 if there was none
 */
record RangeAnswer(int status, String contentRange, String etag, long contentLength) {
    private static final Pattern CONTENT_RANGE =
            Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18}|\\*)", Pattern.CASE_INSENSITIVE);

    /** Why the bytes must not be used. */
    record Refusal(Kind kind, String detail) {}

    /** Empty if what follows are exactly the bytes of this range of this version. */
    Optional<Refusal> refusal(ObjectInfo info, ByteRange range) {
        if (!info.etag().isEmpty() && !etag.isEmpty() && !info.isSameEtag(etag)) {
            return changed("the etag was '" + info.etag() + "' and is '" + Etags.unquoted(etag) + "' now");
        }
        Optional<Refusal> refusal =
                switch (status) {
                    case 206 -> partRefusal(info, range);
                    case 200 -> wholeRefusal(info, range);
                    default -> invalid("answered " + status + " instead of 206");
                };
        if (refusal.isEmpty() && !info.etag().isEmpty() && etag.isEmpty()) {
            return invalid("the answer has no ETag, expected '" + info.etag() + "'");
        }
        return refusal;
    }

    private Optional<Refusal> partRefusal(ObjectInfo info, ByteRange range) {
        Matcher matcher = CONTENT_RANGE.matcher(contentRange.strip());
        if (!matcher.matches()) {
            return invalid("the answer has Content-Range '" + contentRange + "', expected " + expected(info, range));
        }
        String total = matcher.group(3);
        if (!total.equals("*") && Long.parseLong(total) != info.length()) {
            return changed("the object was " + info.length() + " bytes long and is " + total + " now");
        }
        boolean asked = Long.parseLong(matcher.group(1)) == range.start()
                && Long.parseLong(matcher.group(2)) == range.end() - 1
                && !total.equals("*");
        if (!asked) {
            return invalid("the answer has Content-Range '" + contentRange + "', expected " + expected(info, range));
        }
        return contentLength == range.length()
                ? Optional.empty()
                : invalid("the answer has Content-Length " + contentLengthText() + ", expected " + range.length());
    }

    /** A store that ignores ranges is good enough where the range is the object. */
    private Optional<Refusal> wholeRefusal(ObjectInfo info, ByteRange range) {
        if (!range.equals(info.range())) {
            return invalid("answered 200 with the whole object instead of 206 with the range");
        }
        if (contentLength < 0) {
            return invalid("the answer has no Content-Length, expected " + range.length());
        }
        return contentLength == info.length()
                ? Optional.empty()
                : changed("the object was " + info.length() + " bytes long and is " + contentLength + " now");
    }

    private String contentLengthText() {
        return contentLength < 0 ? "(none)" : Long.toString(contentLength);
    }

    private static String expected(ObjectInfo info, ByteRange range) {
        return "'bytes " + range.start() + "-" + (range.end() - 1) + "/" + info.length() + "'";
    }

    private static Optional<Refusal> changed(String detail) {
        return Optional.of(new Refusal(Kind.CHANGED, detail));
    }

    private static Optional<Refusal> invalid(String detail) {
        return Optional.of(new Refusal(Kind.INVALID, detail));
    }
}
