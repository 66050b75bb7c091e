package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

import static org.apache.parquet.schema.Type.Repetition.REPEATED;

/**
 * Which columns of a file stand for those of a table, by their names. Within rows the fields are the wanted ones in the
 * order of the table, since the decoders go by place.
 *
 * @param requested the columns that the file has, of those that are wanted
 * @param present for each wanted column whether the file has it
 */
record ParquetColumns(MessageType requested, List<Boolean> present) {
    ParquetColumns {
        present = List.copyOf(present);
    }

    /** @throws IOException if a column that cannot be null is missing, or has another shape, naming it */
    static ParquetColumns of(MessageType file, RowType wanted) throws IOException {
        List<Type> types = new ArrayList<>();
        List<Boolean> present = new ArrayList<>();
        for (RowType.RowField field : wanted.getFields()) {
            boolean found = file.containsField(field.getName());
            present.add(found);
            if (found) {
                types.add(column(file.getType(field.getName()), field.getType(), field.getName()));
            } else if (!field.getType().isNullable()) {
                throw missing(file, field.getName());
            }
        }
        return new ParquetColumns(new MessageType("wanted", types), present);
    }

    boolean isEmpty() {
        return requested.getFieldCount() == 0;
    }

    /** A column that is not within others; what is repeated is a list only within a group that says so. */
    private static Type column(Type type, LogicalType wanted, String path) throws IOException {
        boolean fits = type.isPrimitive() && ParquetTypes.fits(type.asPrimitiveType(), wanted);
        return fits && !type.isRepetition(REPEATED) ? type : single(type, wanted, path);
    }

    private static Type clip(Type type, LogicalType wanted, String path) throws IOException {
        if (wanted instanceof RowType row) {
            return clipRow(group(type, wanted, path), row, path);
        }
        if (wanted instanceof ArrayType array) {
            return clipArray(group(type, wanted, path), array, path);
        }
        if (wanted instanceof MapType map) {
            return clipMap(group(type, wanted, path), map, path);
        }
        if (wanted instanceof MultisetType) {
            return type;
        }
        if (!type.isPrimitive() || !ParquetTypes.fitsNested(type.asPrimitiveType(), wanted)) {
            throw mismatch(type, wanted, path);
        }
        return type;
    }

    private static Type clipRow(GroupType group, RowType row, String path) throws IOException {
        List<Type> fields = new ArrayList<>();
        for (RowType.RowField field : row.getFields()) {
            String fieldPath = path + "." + field.getName();
            if (!group.containsField(field.getName())) {
                throw missing(group, fieldPath);
            }
            fields.add(single(group.getType(field.getName()), field.getType(), fieldPath));
        }
        return group.withNewFields(fields);
    }

    /** Lists are a repeated group with one field, or in old files what is repeated is the element itself. */
    private static Type clipArray(GroupType list, ArrayType array, String path) throws IOException {
        Type repeated = repeated(list, array, path);
        boolean wrapped = !repeated.isPrimitive()
                && repeated.asGroupType().getFieldCount() == 1
                && !repeated.getName().equals("array")
                && !repeated.getName().equals(list.getName() + "_tuple");
        if (!wrapped) {
            return list.withNewFields(List.of(clip(repeated, array.getElementType(), path + "[]")));
        }
        GroupType group = repeated.asGroupType();
        Type element = single(group.getType(0), array.getElementType(), path + "[]");
        return list.withNewFields(List.of(group.withNewFields(List.of(element))));
    }

    private static Type clipMap(GroupType map, MapType wanted, String path) throws IOException {
        GroupType entry = group(repeated(map, wanted, path), wanted, path);
        if (entry.getFieldCount() != 2) {
            throw mismatch(map, wanted, path);
        }
        Type key = single(entry.getType(0), wanted.getKeyType(), path + ".key");
        Type value = single(entry.getType(1), wanted.getValueType(), path + ".value");
        return map.withNewFields(List.of(entry.withNewFields(List.of(key, value))));
    }

    private static Type single(Type type, LogicalType wanted, String path) throws IOException {
        if (type.isRepetition(REPEATED)) {
            throw mismatch(type, wanted, path);
        }
        return clip(type, wanted, path);
    }

    private static Type repeated(GroupType collection, LogicalType wanted, String path) throws IOException {
        if (collection.getFieldCount() != 1 || !collection.getType(0).isRepetition(REPEATED)) {
            throw mismatch(collection, wanted, path);
        }
        return collection.getType(0);
    }

    private static GroupType group(Type type, LogicalType wanted, String path) throws IOException {
        if (type.isPrimitive()) {
            throw mismatch(type, wanted, path);
        }
        return type.asGroupType();
    }

    /** What Flink's decoders are asked for, for a column that was requested. */
    static LogicalType decoded(Type type, LogicalType wanted) {
        return type.isPrimitive() ? ParquetTypes.decoded(type.asPrimitiveType(), wanted) : wanted;
    }

    static IOException mismatch(Type type, LogicalType wanted, String path) {
        return new IOException("column " + path + " is '" + type.toString().replaceAll("\\s+", " ")
                + "' in the object, and " + wanted.asSummaryString() + " in the table");
    }

    private static IOException missing(GroupType group, String path) {
        String names = group.getFields().stream().map(Type::getName).collect(Collectors.joining(", "));
        return new IOException("column " + path + " is not in the object, which has " + names);
    }
}
