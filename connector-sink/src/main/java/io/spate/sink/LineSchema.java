package io.spate.sink;

import java.nio.charset.Charset;

import org.apache.flink.api.common.serialization.SerializationSchema;

/** Text as bytes of a charset. Refuses text that would be read back as another. */
final class LineSchema implements SerializationSchema<String> {
    private static final long serialVersionUID = 1L;

    private final String charsetName;
    private transient Charset charset;

    LineSchema(Charset charset) {
        this.charsetName = charset.name();
        requireEachLineAlike(charset);
    }

    @Override
    public byte[] serialize(String line) {
        int end = line.indexOf('\n');
        if (end >= 0) {
            throw new IllegalArgumentException(
                    "the text has a line end at character " + end + " of " + line.length()
                            + ", and would be read back as two lines; escape line ends, or write it with SinkFormats.rows(...)");
        }
        byte[] bytes = line.getBytes(charset());
        if (!new String(bytes, charset()).equals(line)) {
            throw new IllegalArgumentException(
                    "the text of " + line.length() + " characters has some that " + charsetName
                            + " cannot encode, and would be read back as another; choose another charset with"
                            + " SinkFormats.lines(charset), or replace them");
        }
        return bytes;
    }

    private Charset charset() {
        if (charset == null) {
            charset = Charset.forName(charsetName);
        }
        return charset;
    }

    private static void requireEachLineAlike(Charset charset) {
        if (!charset.canEncode() || "\n\n".getBytes(charset).length != 2 * "\n".getBytes(charset).length) {
            throw new IllegalArgumentException("charset " + charset
                    + " cannot encode lines one by one; choose one without" + " byte order mark, such as UTF-16LE");
        }
    }
}
