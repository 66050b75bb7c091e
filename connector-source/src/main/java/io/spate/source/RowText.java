package io.spate.source;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Makes text of records: without the byte order mark of the object, and in UTF-8. Used by one thread. */
final class RowText {
    private final CharsetDecoder decoder;
    private final byte[] mark;
    private final boolean isUtf8;

    RowText(Charset charset) {
        this.decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        this.mark = charset.canEncode() && charset.newEncoder().canEncode('\ufeff')
                ? "\ufeff".getBytes(charset)
                : new byte[0];
        this.isUtf8 = charset.equals(StandardCharsets.UTF_8);
    }

    /** How many bytes of the first record of an object are a byte order mark. */
    int markLength(byte[] buffer, int start, int length) {
        boolean hasMark = mark.length > 0
                && mark.length <= length
                && Arrays.equals(buffer, start, start + mark.length, mark, 0, mark.length);
        return hasMark ? mark.length : 0;
    }

    /** A copy in UTF-8. Bytes of UTF-8 are not looked at. */
    byte[] toUtf8(byte[] buffer, int start, int length) throws CharacterCodingException {
        return isUtf8
                ? Arrays.copyOfRange(buffer, start, start + length)
                : decoder.decode(ByteBuffer.wrap(buffer, start, length))
                        .toString()
                        .getBytes(StandardCharsets.UTF_8);
    }
}
