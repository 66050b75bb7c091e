package io.spate.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

/** A line of JSON that tells of a record that cannot be decoded. */
final class DeadLetter {
    private DeadLetter() {}

    /** In UTF-8, with a line feed at its end. */
    static byte[] line(BadRecordException record, Instant time) {
        StringBuilder json = new StringBuilder();
        json.append("{\"key\":").append(quoted(record.object().toString()));
        json.append(",\"offset\":").append(record.offset());
        json.append(",\"bytes\":\"").append(Base64.getEncoder().encodeToString(record.record()));
        json.append('"');
        text(record.record()).ifPresent(text -> json.append(",\"text\":").append(quoted(text)));
        json.append(",\"reason\":").append(quoted(record.reason()));
        json.append(",\"time\":").append(quoted(time.toString())).append("}\n");
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Halves of surrogate pairs have no UTF-8, so they are escaped as control characters are. */
    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                json.append('\\').append((char) c);
            } else if (Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE) {
                json.append(String.format("\\u%04x", c));
            } else {
                json.appendCodePoint(c);
            }
        });
        return json.append('"').toString();
    }
}
