package io.spate.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of any charset, in UTF-8. Bytes that are no text make a read fail. */
final class TranscodedStream extends InputStream {
    private static final int CHARACTERS = 32 << 10;

    private final Reader reader;
    private final char[] characters = new char[CHARACTERS];
    private int kept;
    private byte[] bytes = new byte[0];
    private int at;

    TranscodedStream(InputStream in, Charset charset) {
        this.reader = new InputStreamReader(
                in,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (at == bytes.length) {
            if (!fill()) {
                return -1;
            }
        }
        int count = Math.min(length, bytes.length - at);
        System.arraycopy(bytes, at, target, offset, count);
        at += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    /** The first half of a surrogate pair waits for the second. */
    private boolean fill() throws IOException {
        int count = reader.read(characters, kept, characters.length - kept);
        if (count < 0) {
            return false;
        }
        int end = kept + count;
        int whole = Character.isHighSurrogate(characters[end - 1]) ? end - 1 : end;
        bytes = new String(characters, 0, whole).getBytes(StandardCharsets.UTF_8);
        at = 0;
        characters[0] = characters[end - 1];
        kept = end - whole;
        return true;
    }
}
