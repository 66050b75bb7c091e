package io.spate.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import io.spate.engine.ObjectUri;

/**
 * A record that cannot be decoded, while those behind it can: what a {@link RecordReader} throws when its position is
 * behind that record already. What becomes of it is for the source to decide.
 */
public final class BadRecordException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 200;
    private static final int MAX_REASON = 500;

    private final ObjectUri object;
    private final long offset;
    private final transient byte[] record;
    private final String reason;

    /**
     * @param offset where the record starts in the object, or in what is compressed in it
     * @param record its bytes, which nobody changes any more
     * @param reason why it cannot be decoded
     */
    public BadRecordException(ObjectUri object, long offset, byte[] record, String reason) {
        super("read " + object + ": the record of " + record.length + " bytes at offset " + offset
                + " cannot be decoded: " + shortened(reason, MAX_REASON) + "; the record is '"
                + shortened(new String(record, 0, Math.min(record.length, 4 * SHOWN), StandardCharsets.UTF_8), SHOWN)
                + "'");
        this.object = object;
        this.offset = offset;
        this.record = record;
        this.reason = shortened(reason, MAX_REASON);
    }

    /** The same with its cause. What has a cause may print the whole record, so only that cause is kept. */
    static BadRecordException of(ObjectUri object, long offset, byte[] record, Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        // Of parsers, the second line says where in what, at length.
        String message = Optional.ofNullable(root.getMessage())
                .flatMap(text -> text.lines().findFirst())
                .orElse(root.getClass().getSimpleName());
        BadRecordException bad = new BadRecordException(object, offset, record, message);
        bad.initCause(failure.getCause() == null ? failure : failure.getCause());
        return bad;
    }

    public ObjectUri object() {
        return object;
    }

    public long offset() {
        return offset;
    }

    byte[] record() {
        return record;
    }

    public String reason() {
        return reason;
    }

    /** The start of a text in one line. */
    private static String shortened(String text, int length) {
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(length).forEach(c -> {
            if (Character.isISOControl(c)) {
                line.append(String.format("\\u%04x", c));
            } else {
                line.appendCodePoint(c);
            }
        });
        return text.codePointCount(0, text.length()) > length ? line + "..." : line.toString();
    }
}
