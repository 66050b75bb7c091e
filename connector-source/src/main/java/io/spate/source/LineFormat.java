package io.spate.source;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

import static java.util.Objects.requireNonNull;

/**
 * Lines of text. A line ends at a delimiter or at the end of the object; an object that ends with a delimiter has no
 * empty line behind it. Bytes that are no text in the charset become its replacement character. A byte order mark at the
 * start of an object is not removed. Immutable.
 */
public final class LineFormat implements RecordFormat<String> {
    private static final long serialVersionUID = 1L;
    private static final int DEFAULT_MAX_LENGTH = 64 << 20;
    /** So that a line and its delimiter fit in one array. */
    private static final int HIGHEST_MAX_LENGTH = 1 << 30;

    private final String charset;
    private final String delimiter;
    private final boolean dropsCarriageReturn;
    private final int maxLength;
    private transient Delimiter compiled;

    private LineFormat(String charset, String delimiter, boolean dropsCarriageReturn, int maxLength) {
        this.charset = charset;
        this.delimiter = delimiter;
        this.dropsCarriageReturn = dropsCarriageReturn;
        this.maxLength = maxLength;
        this.compiled = compile();
    }

    static LineFormat utf8() {
        return new LineFormat(StandardCharsets.UTF_8.name(), "\n", true, DEFAULT_MAX_LENGTH);
    }

    /**
     * The charset of the text, by default UTF-8.
     *
     * @throws IllegalArgumentException for charsets whose lines cannot be found from the middle of an object: those that
     *     depend on a byte order mark (UTF-16 and UTF-32 without LE or BE) or on shift sequences (ISO-2022-JP and such)
     */
    public LineFormat charset(Charset newCharset) {
        return new LineFormat(newCharset.name(), delimiter, dropsCarriageReturn, maxLength);
    }

    /**
     * What ends a line, taken exactly. By default it is {@code \n}, and a {@code \r} in front of it is not part of the
     * line either. Objects are read in one piece if the delimiter can overlap with itself, such as {@code \n\n}.
     *
     * @throws IllegalArgumentException if it is empty, not in the charset, or could be part of one of its characters
     */
    public LineFormat delimiter(String newDelimiter) {
        return new LineFormat(charset, requireNonNull(newDelimiter, "delimiter is null"), false, maxLength);
    }

    /** How many bytes a line may have, 1 to 1 GiB, by default 64 MiB. A longer one is an error. */
    public LineFormat maxRecordLength(int bytes) {
        if (bytes < 1 || bytes > HIGHEST_MAX_LENGTH) {
            throw new IllegalArgumentException("maxRecordLength must be 1 to " + HIGHEST_MAX_LENGTH + ": " + bytes);
        }
        return new LineFormat(charset, delimiter, dropsCarriageReturn, bytes);
    }

    /** The same lines, their bytes decoded by a schema. Its {@code isEndOfStream} is not asked. */
    public <T> RecordFormat<T> deserializedBy(DeserializationSchema<T> schema) {
        return new DeserializedLineFormat<>(this, requireNonNull(schema, "schema is null"));
    }

    @Override
    public boolean isSplittable() {
        return !compiled().overlapsItself();
    }

    @Override
    public TypeInformation<String> producedType() {
        return Types.STRING;
    }

    /**
     * One delimiter more in front, and behind it what is in most cases enough for the rest of the last line.
     */
    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return new ByteRange(
                Math.min(range.end(), compiled().firstTouched(range.start())),
                Math.min(object.length(), range.end() + LineReader.LOOKAHEAD));
    }

    @Override
    public RecordReader<String> reader(RecordInput input, ByteRange range, long position) {
        Charset decoding = Charset.forName(charset);
        return reader(
                input,
                range,
                position,
                (object, offset, buffer, start, length, out) ->
                        out.accept(new String(buffer, start, length, decoding)));
    }

    <T> RecordReader<T> reader(RecordInput input, ByteRange range, long position, LineDecoder<T> decoder) {
        return new LineReader<>(input, range, position, compiled(), maxLength, decoder);
    }

    private Delimiter compiled() {
        if (compiled == null) {
            compiled = compile();
        }
        return compiled;
    }

    private Delimiter compile() {
        return new Delimiter(delimiter, Charset.forName(charset), dropsCarriageReturn);
    }
}
