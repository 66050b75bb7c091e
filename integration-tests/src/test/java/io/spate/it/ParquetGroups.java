package io.spate.it;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;

/** Parquet as the groups of Parquet's own example. */
final class ParquetGroups {
    private ParquetGroups() {}

    static List<Row> read(PublicFile.Content content, RowType columns) throws IOException {
        List<Row> rows = new ArrayList<>();
        try (ParquetReader<Group> groups = ParquetReader.builder(
                        new GroupReadSupport(), new Path(content.path().toUri()))
                .build()) {
            for (Group group = groups.read(); group != null; group = groups.read()) {
                rows.add(row(group, columns));
            }
        }
        return rows;
    }

    private static Row row(Group group, RowType columns) {
        return ReferenceReader.row(
                columns, i -> value(group, columns.getFieldNames().get(i), columns.getTypeAt(i)));
    }

    private static Object value(Group group, String name, LogicalType type) {
        if (group.getFieldRepetitionCount(name) == 0) {
            return null;
        }
        return switch (type.getTypeRoot()) {
            case ROW -> row(group.getGroup(name, 0), (RowType) type);
            case BOOLEAN -> group.getBoolean(name, 0);
            case INTEGER -> group.getInteger(name, 0);
            case BIGINT -> group.getLong(name, 0);
            case DOUBLE -> group.getDouble(name, 0);
            case VARCHAR -> group.getString(name, 0);
            case DECIMAL ->
                new BigDecimal(new BigInteger(group.getBinary(name, 0).getBytes()), ((DecimalType) type).getScale());
            default -> throw new IllegalArgumentException("no group is read as " + type);
        };
    }
}
