package io.spate.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/** ORC as the vectors of ORC's own reader. */
final class OrcVectors {
    private OrcVectors() {}

    static List<Row> read(PublicFile.Content content, RowType columns) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (Reader file = OrcFile.createReader(
                        new Path(content.path().toUri()), OrcFile.readerOptions(new Configuration()));
                RecordReader batches = file.rows()) {
            TypeDescription schema = file.getSchema();
            VectorizedRowBatch batch = schema.createRowBatch();
            while (batches.nextBatch(batch)) {
                for (int row = 0; row < batch.size; row++) {
                    rows.add(row(batch.cols, schema.getFieldNames(), columns, row));
                }
            }
        }
        return rows;
    }

    private static Row row(ColumnVector[] vectors, List<String> names, RowType columns, int row) {
        return ReferenceReader.row(
                columns,
                i -> value(vectors[names.indexOf(columns.getFieldNames().get(i))], row, columns.getTypeAt(i)));
    }

    private static Object value(ColumnVector vector, int row, LogicalType type) {
        int index = vector.isRepeating ? 0 : row;
        if (!vector.noNulls && vector.isNull[index]) {
            return null;
        }
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> number(vector, index) != 0;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> number(vector, index);
            case FLOAT -> (float) ((DoubleColumnVector) vector).vector[index];
            case DOUBLE -> ((DoubleColumnVector) vector).vector[index];
            case VARCHAR -> new String(bytes(vector, index), StandardCharsets.UTF_8);
            case VARBINARY -> bytes(vector, index);
            case DATE -> LocalDate.ofEpochDay(number(vector, index));
            case DECIMAL ->
                ((DecimalColumnVector) vector)
                        .vector[index]
                        .getHiveDecimal()
                        .bigDecimalValue()
                        .setScale(((DecimalType) type).getScale());
            case TIMESTAMP_WITHOUT_TIME_ZONE ->
                ((TimestampColumnVector) vector).asScratchTimestamp(index).toLocalDateTime();
            case ROW -> struct((StructColumnVector) vector, index, (RowType) type);
            case ARRAY -> list((ListColumnVector) vector, index, ((ArrayType) type).getElementType());
            case MAP -> map((MapColumnVector) vector, index, (MapType) type);
            default -> throw new IllegalArgumentException("no vector is read as " + type);
        };
    }

    private static long number(ColumnVector vector, int index) {
        return ((LongColumnVector) vector).vector[index];
    }

    private static byte[] bytes(ColumnVector vector, int index) {
        BytesColumnVector bytes = (BytesColumnVector) vector;
        return Arrays.copyOfRange(bytes.vector[index], bytes.start[index], bytes.start[index] + bytes.length[index]);
    }

    /** Fields of structs are in the order of the table's here. */
    private static Row struct(StructColumnVector vector, int index, RowType columns) {
        return ReferenceReader.row(columns, i -> value(vector.fields[i], index, columns.getTypeAt(i)));
    }

    private static Object[] list(ListColumnVector vector, int index, LogicalType type) {
        return IntStream.range(0, (int) vector.lengths[index])
                .mapToObj(i -> value(vector.child, (int) vector.offsets[index] + i, type))
                .toArray();
    }

    private static Map<Object, Object> map(MapColumnVector vector, int index, MapType type) {
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < vector.lengths[index]; i++) {
            int entry = (int) vector.offsets[index] + i;
            map.put(value(vector.keys, entry, type.getKeyType()), value(vector.values, entry, type.getValueType()));
        }
        return map;
    }
}
