package io.spate.source;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Optional;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import io.spate.codec.Codec;
import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * A format of what is in objects that are compressed, or whose text can only be read from its start. Such objects are not
 * cut, and a reader that goes on after a restore reads them from the start, passing what it has read before.
 */
final class UnpackedFormat<T> implements RecordFormat<T> {
    private static final long serialVersionUID = 1L;
    /** Where what is in an object ends at most; far enough from the largest number to add to it. */
    private static final long FAR = Long.MAX_VALUE / 2;

    private final RecordFormat<T> format;
    /** Null if the end of the key tells. */
    private final Codec codec;
    /** Null if the format reads the bytes as they are. */
    private final String charset;

    UnpackedFormat(RecordFormat<T> format, Optional<Codec> codec, Optional<String> charset) {
        this.format = format;
        this.codec = codec.orElse(null);
        this.charset = charset.orElse(null);
    }

    @Override
    public boolean isSplittable() {
        return charset == null && (codec == null || codec == Codec.NONE) && format.isSplittable();
    }

    @Override
    public boolean isSplittable(ObjectInfo object) {
        return !isPacked(object) && format.isSplittable(object);
    }

    @Override
    public TypeInformation<T> producedType() {
        return format.producedType();
    }

    @Override
    public void open(Context context) throws Exception {
        format.open(context);
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return isPacked(object) ? object.range() : format.expectedRange(object, range);
    }

    @Override
    public RecordReader<T> reader(RecordInput input, ByteRange range, long position) throws IOException {
        return reader(input, range, position, 0);
    }

    @Override
    public RecordReader<T> reader(RecordInput input, ByteRange range, long position, long skip) throws IOException {
        Codec own = codec(input.info());
        if (own == Codec.NONE && charset == null) {
            return format.reader(input, range, position, skip);
        }
        if (position != 0) {
            throw new IOException("read " + input.info().uri() + ": the checkpoint goes on at offset " + position
                    + ", but what is compressed is read from its start; restore it with the options that the job had");
        }
        UnpackedInput unpacked =
                new UnpackedInput(input, own, Optional.ofNullable(charset).map(Charset::forName));
        return new UnpackedReader<>(unpacked, format.reader(unpacked, new ByteRange(0, FAR), skip), range.end());
    }

    /** Those that will be refused are taken for packed. */
    private boolean isPacked(ObjectInfo object) {
        try {
            return charset != null || codec(object) != Codec.NONE;
        } catch (IOException e) {
            return true;
        }
    }

    private Codec codec(ObjectInfo object) throws IOException {
        if (codec != null) {
            return codec;
        }
        try {
            return Codec.ofKey(object.uri().key());
        } catch (IOException e) {
            throw new IOException("read " + object.uri() + ": " + e.getMessage(), e);
        }
    }
}
