package io.spate.source;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * What has to be decoded of the columns of an object, and how the fields of a projection are taken out of that. A field of
 * a row that is null is null.
 */
final class RowPicker implements Serializable {
    private static final long serialVersionUID = 1L;

    private final RowType decoded;
    private final boolean plain;
    private final RowData.FieldGetter[][] getters;

    private RowPicker(RowType decoded, int[][] paths) {
        this.decoded = decoded;
        this.plain = isIdentity(paths, decoded.getFieldCount());
        this.getters = Arrays.stream(paths).map(path -> getters(decoded, path)).toArray(RowData.FieldGetter[][]::new);
    }

    /** Decodes all columns. */
    static RowPicker ofAll(RowType columns, int[][] projection) {
        return new RowPicker(columns, projection);
    }

    /** Decodes whole columns. */
    static RowPicker ofColumns(RowType columns, int[][] projection) {
        return of(
                columns,
                Arrays.stream(projection).map(path -> Arrays.copyOf(path, 1)).toArray(int[][]::new),
                projection);
    }

    /** Decodes of rows within columns only the fields that are wanted. */
    static RowPicker ofFields(RowType columns, int[][] projection) {
        return of(columns, projection, projection);
    }

    /** What is to be decoded: columns in their order, each at most once. */
    RowType decoded() {
        return decoded;
    }

    /** The projected fields, which are not copied. */
    RowData pick(RowData row) {
        if (plain) {
            return row;
        }
        GenericRowData picked = new GenericRowData(row.getRowKind(), getters.length);
        for (int i = 0; i < getters.length; i++) {
            Object value = row;
            for (int depth = 0; depth < getters[i].length && value != null; depth++) {
                value = getters[i][depth].getFieldOrNull((RowData) value);
            }
            picked.setField(i, value);
        }
        return picked;
    }

    private static RowPicker of(RowType columns, int[][] wanted, int[][] projection) {
        Fields fields = new Fields();
        Arrays.stream(wanted).forEach(path -> fields.add(path, 0));
        return new RowPicker(
                (RowType) fields.of(columns),
                Arrays.stream(projection).map(fields::moved).toArray(int[][]::new));
    }

    private static boolean isIdentity(int[][] paths, int count) {
        boolean identity = paths.length == count;
        for (int i = 0; i < paths.length; i++) {
            identity &= paths[i].length == 1 && paths[i][0] == i;
        }
        return identity;
    }

    private static RowData.FieldGetter[] getters(RowType row, int[] path) {
        RowData.FieldGetter[] chain = new RowData.FieldGetter[path.length];
        LogicalType type = row;
        for (int depth = 0; depth < path.length; depth++) {
            type = ((RowType) type).getTypeAt(path[depth]);
            // Whatever the type says: objects may lack what a table calls NOT NULL.
            chain[depth] = RowData.createFieldGetter(type.copy(true), path[depth]);
        }
        return chain;
    }

    /** The fields of a row that are wanted, by their index; all of them if there are none here. */
    private static final class Fields {
        private final TreeMap<Integer, Fields> wanted = new TreeMap<>();
        private boolean whole;

        void add(int[] path, int depth) {
            if (depth == path.length) {
                whole = true;
            } else {
                wanted.computeIfAbsent(path[depth], index -> new Fields()).add(path, depth + 1);
            }
        }

        LogicalType of(LogicalType type) {
            if (whole || !(type instanceof RowType row)) {
                return type;
            }
            List<RowType.RowField> kept = new ArrayList<>();
            wanted.forEach((index, fields) -> {
                RowType.RowField field = row.getFields().get(index);
                kept.add(new RowType.RowField(field.getName(), fields.of(field.getType())));
            });
            return new RowType(row.isNullable(), kept);
        }

        /** Where a path leads among the fields that are kept. */
        int[] moved(int[] path) {
            int[] moved = new int[path.length];
            Fields fields = this;
            for (int depth = 0; depth < path.length; depth++) {
                boolean kept = fields == null || fields.whole;
                moved[depth] =
                        kept ? path[depth] : fields.wanted.headMap(path[depth]).size();
                fields = kept ? null : fields.wanted.get(path[depth]);
            }
            return moved;
        }
    }
}
