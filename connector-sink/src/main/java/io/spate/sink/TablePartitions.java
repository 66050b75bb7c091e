package io.spate.sink;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.types.DataType;

import io.spate.engine.PartitionLayout;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;

/**
 * The columns of a table that name directories, and those that are in objects.
 *
 * @param type all columns that are written
 * @param keys those of {@code PARTITIONED BY}; empty for a table without partitions
 */
record TablePartitions(TableOptions options, DataType type, List<String> keys) {
    boolean isEmpty() {
        return keys.isEmpty();
    }

    /** Puts rows in the directories. */
    PartitionBuckets buckets() {
        return new PartitionBuckets(layout(), keys.stream().map(this::textOf).toList());
    }

    /** Indices of the columns that objects have. */
    int[] objectColumns() {
        List<String> names = DataType.getFieldNames(type);
        int[] columns = IntStream.range(0, names.size())
                .filter(index -> !keys.contains(names.get(index)))
                .toArray();
        if (columns.length == 0) {
            throw new ValidationException("PARTITIONED BY: all columns of the table at " + path()
                    + " name directories, and none is left for objects");
        }
        return columns;
    }

    /**
     * What {@code INSERT OVERWRITE} replaces. A partition that the statement names whole is replaced even if no row comes.
     *
     * @param literals the values in {@code PARTITION (column = value)}, as they were typed
     */
    Overwrite overwrite(Map<String, String> literals) {
        if (keys.isEmpty()) {
            return Overwrite.all();
        }
        if (!literals.keySet().containsAll(keys)) {
            return Overwrite.written();
        }
        List<Optional<String>> values = keys.stream()
                .map(key -> textOf(key).ofLiteral(literals.get(key)).or(() -> {
                    throw new ValidationException("INSERT OVERWRITE " + path() + " PARTITION (" + key + " = '"
                            + literals.get(key) + "'): that is no value of type "
                            + DataType.getFieldDataTypes(type).get(indexOf(key)) + "; write one as a query shows it");
                }))
                .toList();
        try {
            return Overwrite.directory(PartitionBuckets.bucket(layout(), values));
        } catch (IllegalArgumentException e) {
            throw new ValidationException(
                    "INSERT OVERWRITE " + path() + " PARTITION " + literals + ": " + e.getMessage(), e);
        }
    }

    private PartitionText textOf(String key) {
        int index = indexOf(key);
        return PartitionText.of(key, DataType.getFieldDataTypes(type).get(index).getLogicalType(), index);
    }

    private int indexOf(String key) {
        int index = DataType.getFieldNames(type).indexOf(key);
        if (index < 0) {
            throw new ValidationException("PARTITIONED BY: column '" + key + "' of the table at " + path()
                    + " is computed or metadata, so no row has it when it is written; partition by a column that is"
                    + " written");
        }
        return index;
    }

    private PartitionLayout layout() {
        return TableSinkOptions.checked(
                options,
                TableOption.PARTITION_TEMPLATE,
                () -> PartitionLayout.of(keys, options.get(TableOption.PARTITION_TEMPLATE)));
    }

    private String path() {
        return options.paths().get(0);
    }
}
