package io.spate.source;

import java.io.IOException;
import java.util.function.Consumer;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** Each object as one record. */
final class WholeObjectFormat implements RecordFormat<ObjectContent> {
    private static final long serialVersionUID = 1L;

    private final int maxLength;

    WholeObjectFormat(int maxLength) {
        if (maxLength < 0) {
            throw new IllegalArgumentException("maxLength must be at least 0: " + maxLength);
        }
        this.maxLength = maxLength;
    }

    @Override
    public boolean isSplittable() {
        return false;
    }

    @Override
    public TypeInformation<ObjectContent> producedType() {
        return TypeInformation.of(ObjectContent.class);
    }

    @Override
    public RecordReader<ObjectContent> reader(RecordInput input, ByteRange range, long position) throws IOException {
        ObjectInfo object = input.info();
        if (object.length() > maxLength) {
            throw new IOException("read " + object.uri() + ": its " + object.length()
                    + " bytes are more than the limit of " + maxLength
                    + " for one record; raise it with Formats.wholeObject(maxLength), or read with Formats.bytes(...)");
        }
        return new Reader(input);
    }

    private static final class Reader implements RecordReader<ObjectContent> {
        private final RecordInput input;
        private final BlockFill content;
        private boolean done;

        Reader(RecordInput input) {
            this.input = input;
            this.content = new BlockFill((int) input.info().length());
            input.seek(0);
        }

        @Override
        public Outcome next(Consumer<? super ObjectContent> out) throws IOException {
            if (done) {
                return Outcome.END;
            }
            if (!content.fill(input)) {
                return Outcome.WOKEN;
            }
            ObjectInfo object = input.info();
            out.accept(new ObjectContent(
                    object.uri().toString(),
                    object.etag(),
                    object.lastModified().toEpochMilli(),
                    content.bytes()));
            done = true;
            return Outcome.UNIT;
        }

        @Override
        public long position() {
            return done ? input.info().length() : 0;
        }
    }
}
