package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * Rows of a table: what the format decodes, and columns that are the same for all rows of an object, such as those of its
 * partition.
 *
 * @param rows what decodes
 * @param columns what rows are made of
 * @param producedType of the rows
 */
record TableRowFormat(RecordFormat<RowData> rows, RowColumns columns, TypeInformation<RowData> producedType)
        implements RecordFormat<RowData> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean isSplittable() {
        return rows.isSplittable();
    }

    @Override
    public boolean isSplittable(ObjectInfo object) {
        return rows.isSplittable(object);
    }

    @Override
    public void open(Context context) throws Exception {
        rows.open(context);
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return rows.expectedRange(object, range);
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position) throws IOException {
        return reader(input, range, position, 0);
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position, long skip)
            throws IOException {
        Object[] ofObject = columns.valuesOf(input.info());
        return new Reader(rows.reader(input, range, position, skip), columns, ofObject);
    }

    /** Makes the rows of one object. The offset of a row is known when its unit is read as a whole. */
    private static final class Reader implements RecordReader<RowData> {
        private final RecordReader<RowData> decoded;
        private final RowColumns columns;
        private final Object[] ofObject;
        private final List<RowData> unit = new ArrayList<>();

        Reader(RecordReader<RowData> decoded, RowColumns columns, Object[] ofObject) {
            this.decoded = decoded;
            this.columns = columns;
            this.ofObject = ofObject;
        }

        @Override
        public Outcome next(Consumer<? super RowData> out) throws IOException {
            if (!columns.hasOffset()) {
                return decoded.next(row -> out.accept(columns.row(row, ofObject)));
            }
            unit.clear();
            Outcome outcome = decoded.next(unit::add);
            long offset = decoded.unitOffset();
            for (RowData row : unit) {
                GenericRowData made = columns.row(row, ofObject);
                if (offset >= 0) {
                    made.setField(columns.offsetIndex(), offset);
                }
                out.accept(made);
            }
            return outcome;
        }

        @Override
        public long position() {
            return decoded.position();
        }

        @Override
        public long skip() {
            return decoded.skip();
        }

        @Override
        public long unitOffset() {
            return decoded.unitOffset();
        }

        @Override
        public long unitBytes() {
            return decoded.unitBytes();
        }

        @Override
        public void close() throws IOException {
            decoded.close();
        }
    }
}
