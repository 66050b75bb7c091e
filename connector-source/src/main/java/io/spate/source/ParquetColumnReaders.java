package io.spate.source;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.apache.flink.formats.parquet.vector.ParquetSplitReaderUtil;
import org.apache.flink.formats.parquet.vector.reader.ColumnReader;
import org.apache.flink.table.data.columnar.vector.writable.WritableColumnVector;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.schema.MessageType;

/**
 * Makes Flink's readers of columns. Flink 2 wants to know how the fields of nested columns lie, Flink 1 does not ask: the
 * methods that differ are looked up, so that one jar runs on both.
 */
final class ParquetColumnReaders {
    private static final Method CREATE = find("createColumnReader").orElseThrow();
    private static final Optional<Method> FIELDS = find("buildFieldsList");

    private ParquetColumnReaders() {}

    /** A reader for each column, in their order. */
    static List<ColumnReader<WritableColumnVector>> of(
            RowType columns, MessageType schema, PageReadStore pages, boolean utcTimestamps) throws IOException {
        List<?> fields = FIELDS.isPresent()
                ? (List<?>) call(
                        FIELDS.get(),
                        columns.getFields(),
                        columns.getFieldNames(),
                        new ColumnIOFactory().getColumnIO(schema))
                : List.of();
        List<ColumnReader<WritableColumnVector>> readers = new ArrayList<>();
        for (int i = 0; i < columns.getFieldCount(); i++) {
            List<Object> arguments = new ArrayList<>(
                    List.of(utcTimestamps, columns.getTypeAt(i), schema.getType(i), schema.getColumns(), pages));
            if (!fields.isEmpty()) {
                arguments.add(fields.get(i));
            }
            arguments.add(0);
            readers.add(reader(call(CREATE, arguments.toArray())));
        }
        return readers;
    }

    @SuppressWarnings("unchecked") // each reader is given the kind of vector that was made for the same type
    private static ColumnReader<WritableColumnVector> reader(Object reader) {
        return (ColumnReader<WritableColumnVector>) reader;
    }

    private static Optional<Method> find(String name) {
        return Arrays.stream(ParquetSplitReaderUtil.class.getMethods())
                .filter(method -> method.getName().equals(name))
                .findAny();
    }

    private static Object call(Method method, Object... arguments) throws IOException {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " is not what it was in any known Flink", e);
        }
    }
}
