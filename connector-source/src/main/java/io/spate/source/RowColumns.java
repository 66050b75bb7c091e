package io.spate.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

import io.spate.engine.ObjectInfo;
import io.spate.engine.PathPattern;

/** Where the columns of a row come from: from what is decoded, the partition of the object, or what the store tells of it. */
final class RowColumns implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A column of a row. */
    private sealed interface Column extends Serializable {}

    /** A field of what is decoded. */
    private record Decoded(RowData.FieldGetter getter) implements Column {}

    /** One of the partition columns, by its place among all of them. */
    private record OfPartition(int index) implements Column {}

    private record OfFile(FileColumn column) implements Column {}

    @SuppressWarnings("serial") // ArrayList
    private final List<Column> columns = new ArrayList<>();

    @SuppressWarnings("serial") // List.copyOf makes lists that can be serialised
    private final List<PathPattern> paths;

    @SuppressWarnings("serial")
    private final List<PartitionColumn> partitionColumns;

    private final Partitions partitionsOrNone;
    private int decodedFields;
    private int offsetIndex = -1;

    /**
     * @param paths of the table
     * @param partitionColumns all of them, whether they are wanted or not
     * @param partitions empty for a table without
     */
    RowColumns(List<PathPattern> paths, List<PartitionColumn> partitionColumns, Optional<Partitions> partitions) {
        this.paths = List.copyOf(paths);
        this.partitionColumns = List.copyOf(partitionColumns);
        this.partitionsOrNone = partitions.orElse(null);
    }

    /** Adds the next field of what is decoded. */
    void addDecoded(LogicalType type) {
        columns.add(new Decoded(RowData.createFieldGetter(type, decodedFields++)));
    }

    void addPartition(int index) {
        columns.add(new OfPartition(index));
    }

    void addFile(FileColumn column) {
        if (column == FileColumn.OFFSET) {
            offsetIndex = columns.size();
        }
        columns.add(new OfFile(column));
    }

    /** Whether rows are what is decoded, and nothing else. */
    boolean isPlain() {
        return decodedFields == columns.size();
    }

    boolean hasOffset() {
        return offsetIndex >= 0;
    }

    int offsetIndex() {
        return offsetIndex;
    }

    /** The values that are the same in all rows of an object, each at the place of its column; elsewhere null. */
    Object[] valuesOf(ObjectInfo object) {
        List<Optional<String>> texts = partitionTexts(object);
        Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            if (columns.get(i) instanceof OfPartition partition) {
                PartitionColumn column = partitionColumns.get(partition.index());
                values[i] = column.valueOf(
                        texts.get(partition.index()), object.uri().toString());
            } else if (columns.get(i) instanceof OfFile file) {
                values[i] = file.column().valueOf(object);
            }
        }
        return values;
    }

    /** A row of its own, of the same kind. */
    GenericRowData row(RowData decoded, Object[] ofObject) {
        GenericRowData row = new GenericRowData(decoded.getRowKind(), ofObject.length);
        for (int i = 0; i < ofObject.length; i++) {
            row.setField(
                    i, columns.get(i) instanceof Decoded field ? field.getter().getFieldOrNull(decoded) : ofObject[i]);
        }
        return row;
    }

    private List<Optional<String>> partitionTexts(ObjectInfo object) {
        if (partitionsOrNone == null) {
            return List.of();
        }
        return paths.stream()
                .filter(path -> path.prefix().bucket().equals(object.uri().bucket())
                        && path.matches(object.uri().key()))
                .findFirst()
                .map(path -> partitionsOrNone.valuesOf(path, object))
                .orElseThrow(() -> new IllegalStateException("object " + object.uri() + " is below none of " + paths));
    }
}
