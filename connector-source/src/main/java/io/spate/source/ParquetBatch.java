package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.flink.formats.parquet.vector.ParquetSplitReaderUtil;
import org.apache.flink.formats.parquet.vector.reader.ColumnReader;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.columnar.ColumnarRowData;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.data.columnar.vector.writable.WritableColumnVector;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.schema.Type;

/** Rows that were decoded together, column by column. Used by one thread. */
final class ParquetBatch {
    private final ParquetColumns columns;
    private final RowType present;
    private final boolean utcTimestamps;
    private final List<WritableColumnVector> vectors = new ArrayList<>();
    private final ColumnarRowData row;
    private List<ColumnReader<WritableColumnVector>> readers = List.of();

    /** @throws IOException if a column of the file cannot be decoded as the type that is wanted, naming it */
    ParquetBatch(ParquetColumns columns, RowType wanted, boolean utcTimestamps, int size) throws IOException {
        this.columns = columns;
        this.utcTimestamps = utcTimestamps;
        List<RowType.RowField> fields = new ArrayList<>();
        ColumnVector[] readable = new ColumnVector[wanted.getFieldCount()];
        for (int i = 0; i < readable.length; i++) {
            if (columns.present().get(i)) {
                RowType.RowField field = wanted.getFields().get(i);
                Type type = columns.requested().getType(field.getName());
                LogicalType decoded = ParquetColumns.decoded(type, field.getType());
                WritableColumnVector vector = vector(type, decoded, size);
                fields.add(new RowType.RowField(field.getName(), decoded));
                vectors.add(vector);
                readable[i] = type.isPrimitive()
                        ? ParquetTypes.readable(vector, type.asPrimitiveType(), field.getType())
                        : vector;
            } else {
                readable[i] = index -> true;
            }
        }
        this.present = new RowType(fields);
        this.row = new ColumnarRowData(new VectorizedColumnBatch(readable));
    }

    /** Goes on with the columns of another row group; there are none if no column is wanted. */
    void begin(Optional<PageReadStore> pages) throws IOException {
        readers = new ArrayList<>();
        if (pages.isPresent()) {
            readers = ParquetColumnReaders.of(present, columns.requested(), pages.get(), utcTimestamps);
        }
    }

    /** Decodes the next rows of the row group, which has them. */
    void read(int count) throws IOException {
        for (int i = 0; i < readers.size(); i++) {
            vectors.get(i).reset();
            readers.get(i).readToVector(count, vectors.get(i));
        }
    }

    /** One of the rows that were decoded last; the same object each time. */
    RowData row(int index) {
        row.setRowId(index);
        return row;
    }

    private WritableColumnVector vector(Type type, LogicalType decoded, int size) throws IOException {
        try {
            return ParquetSplitReaderUtil.createWritableColumnVector(
                    size, decoded, type, columns.requested().getColumns(), 0);
        } catch (RuntimeException e) {
            IOException mismatch = ParquetColumns.mismatch(type, decoded, type.getName());
            mismatch.initCause(e);
            throw mismatch;
        }
    }
}
