package io.spate.source;

import java.util.Optional;

import org.apache.flink.connector.file.src.util.CheckpointedPosition;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** How positions of Flink's formats, an offset of their own kind and records behind it, are written as offset and skip. */
enum BulkPositions {
    /** Offsets of blocks in the file, as Avro has them. The file is read in sequence. */
    BLOCKS {
        @Override
        long offset(ByteRange range, long formatOffset) {
            return formatOffset - SYNC_BYTES;
        }

        @Override
        long skip(long formatOffset, long records) {
            return records;
        }

        @Override
        Optional<CheckpointedPosition> restored(ByteRange range, long offset, long skip) {
            return offset == range.start() && skip == 0
                    ? Optional.empty()
                    : Optional.of(new CheckpointedPosition(offset + SYNC_BYTES, skip));
        }

        @Override
        ByteRange expectedRange(ObjectInfo object, ByteRange range) {
            return range;
        }
    },
    /** Numbers of rows in the file, as ORC has them. The file is read from its end. */
    ROWS {
        @Override
        long offset(ByteRange range, long formatOffset) {
            return range.start();
        }

        @Override
        long skip(long formatOffset, long records) {
            return formatOffset + records;
        }

        @Override
        Optional<CheckpointedPosition> restored(ByteRange range, long offset, long skip) {
            return skip == 0 ? Optional.empty() : Optional.of(new CheckpointedPosition(skip, 0));
        }

        @Override
        ByteRange expectedRange(ObjectInfo object, ByteRange range) {
            return ColumnInput.tail(object);
        }
    };

    /**
     * Before each block lie so many bytes that mark it. A block is of the range in which its mark begins, so it may begin
     * itself behind the end of the range, where no position can be: the position is that of the mark.
     */
    private static final long SYNC_BYTES = 16;

    /** An offset within the range, for one of the format. */
    abstract long offset(ByteRange range, long formatOffset);

    abstract long skip(long formatOffset, long records);

    /** The position of the format; empty for the start of the range. */
    abstract Optional<CheckpointedPosition> restored(ByteRange range, long offset, long skip);

    abstract ByteRange expectedRange(ObjectInfo object, ByteRange range);
}
