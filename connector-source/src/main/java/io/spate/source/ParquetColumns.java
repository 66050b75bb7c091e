package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

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
                types.add(clip(file.getType(field.getName()), field.getType(), field.getName()));
            } else if (!field.getType().isNullable()) {
                throw missing(file, field.getName());
            }
        }
        return new ParquetColumns(new MessageType("wanted", types), present);
    }

    boolean isEmpty() {
        return requested.getFieldCount() == 0;
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
        if (wanted instanceof DecimalType decimal && type.isPrimitive()) {
            checkScale(type, decimal, path);
        }
        if (!type.isPrimitive() && !(wanted instanceof MultisetType)) {
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
            fields.add(clip(group.getType(field.getName()), field.getType(), fieldPath));
        }
        return group.withNewFields(fields);
    }

    /** Lists are a repeated group with one field, or in old files what is repeated is the element itself. */
    private static Type clipArray(GroupType list, ArrayType array, String path) throws IOException {
        Type repeated = list.getType(0);
        boolean wrapped = !repeated.isPrimitive()
                && repeated.asGroupType().getFieldCount() == 1
                && !repeated.getName().equals("array")
                && !repeated.getName().equals(list.getName() + "_tuple");
        if (!wrapped) {
            return list.withNewFields(List.of(clip(repeated, array.getElementType(), path + "[]")));
        }
        GroupType group = repeated.asGroupType();
        Type element = clip(group.getType(0), array.getElementType(), path + "[]");
        return list.withNewFields(List.of(group.withNewFields(List.of(element))));
    }

    private static Type clipMap(GroupType map, MapType wanted, String path) throws IOException {
        GroupType entry = group(map.getType(0), wanted, path);
        if (entry.getFieldCount() != 2) {
            throw mismatch(map, wanted, path);
        }
        Type key = clip(entry.getType(0), wanted.getKeyType(), path + ".key");
        Type value = clip(entry.getType(1), wanted.getValueType(), path + ".value");
        return map.withNewFields(List.of(entry.withNewFields(List.of(key, value))));
    }

    private static GroupType group(Type type, LogicalType wanted, String path) throws IOException {
        if (type.isPrimitive()) {
            throw mismatch(type, wanted, path);
        }
        return type.asGroupType();
    }

    /** The decoders take the digits of the file for those of the table. */
    private static void checkScale(Type type, DecimalType wanted, String path) throws IOException {
        if (!(type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal)
                || decimal.getScale() != wanted.getScale()) {
            throw mismatch(type, wanted, path);
        }
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
