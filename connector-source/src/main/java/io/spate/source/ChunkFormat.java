package io.spate.source;

import java.io.IOException;
import java.util.function.Consumer;

import org.apache.flink.api.common.typeinfo.TypeInformation;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** Bytes in chunks that start at the multiples of their size. A chunk belongs to the range in which it starts. */
final class ChunkFormat implements RecordFormat<ByteChunk> {
    private static final long serialVersionUID = 1L;

    private final int chunkSize;

    ChunkFormat(int chunkSize) {
        if (chunkSize < 1) {
            throw new IllegalArgumentException("chunkSize must be at least 1 byte: " + chunkSize);
        }
        this.chunkSize = chunkSize;
    }

    @Override
    public boolean isSplittable() {
        return true;
    }

    @Override
    public TypeInformation<ByteChunk> producedType() {
        return TypeInformation.of(ByteChunk.class);
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return new ByteRange(
                Math.min(object.length(), nextStart(range.start())), Math.min(object.length(), nextStart(range.end())));
    }

    @Override
    public RecordReader<ByteChunk> reader(RecordInput input, ByteRange range, long position) {
        return new Reader(input, Math.min(range.end(), input.info().length()), nextStart(position));
    }

    /** The start of the first chunk that does not start before an offset. */
    private long nextStart(long offset) {
        return (offset + chunkSize - 1) / chunkSize * chunkSize;
    }

    private final class Reader implements RecordReader<ByteChunk> {
        private final RecordInput input;
        private final long end;
        private long position;
        private BlockFill chunk;

        Reader(RecordInput input, long end, long position) {
            this.input = input;
            this.end = end;
            this.position = position;
            if (position < end) {
                input.seek(position);
            }
        }

        @Override
        public Outcome next(Consumer<? super ByteChunk> out) throws IOException {
            if (position >= end) {
                return Outcome.END;
            }
            if (chunk == null) {
                chunk = new BlockFill((int) Math.min(chunkSize, input.info().length() - position));
            }
            if (!chunk.fill(input)) {
                return Outcome.WOKEN;
            }
            byte[] bytes = chunk.bytes();
            out.accept(new ByteChunk(input.info().uri().toString(), position, bytes));
            position += bytes.length;
            chunk = null;
            return Outcome.UNIT;
        }

        @Override
        public long position() {
            return position;
        }
    }
}
