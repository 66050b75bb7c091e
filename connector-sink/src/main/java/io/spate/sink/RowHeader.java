package io.spate.sink;

import java.io.Serializable;
import java.util.List;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;

/** The first line of an object, which names its columns. Made by the format, so that names are quoted as values are. */
final class RowHeader implements Serializable {
    private static final long serialVersionUID = 1L;

    private final SerializationSchema<RowData> schema;
    private final String[] names;

    /** @param schema of rows with a text for each name */
    RowHeader(SerializationSchema<RowData> schema, List<String> names) {
        this.schema = schema;
        this.names = names.toArray(String[]::new);
    }

    void open(InitializationContext context) throws Exception {
        schema.open(context);
    }

    byte[] bytes() {
        GenericRowData row = new GenericRowData(names.length);
        for (int i = 0; i < names.length; i++) {
            row.setField(i, StringData.fromString(names[i]));
        }
        return schema.serialize(row);
    }
}
