package io.spate.source;

import java.util.LinkedHashMap;
import java.util.Map;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.ObjectInfo;

/** The metadata columns of a table. */
enum FileColumn {
    /** {@code spate://bucket/key}. */
    PATH("file.path", DataTypes.STRING().notNull()),
    /** What follows the last slash of the key. */
    NAME("file.name", DataTypes.STRING().notNull()),
    /** Bytes. */
    SIZE("file.size", DataTypes.BIGINT().notNull()),
    MODIFICATION_TIME("file.modification-time", DataTypes.TIMESTAMP_LTZ(3).notNull()),
    /** Without quotes; null where the store gives none. */
    ETAG("file.etag", DataTypes.STRING().nullable()),
    /** Where the row starts, in bytes; null where the format cannot tell. */
    OFFSET("file.offset", DataTypes.BIGINT().nullable());

    private final String key;

    @SuppressWarnings("ImmutableEnumChecker") // types of data never change
    private final DataType type;

    FileColumn(String key, DataType type) {
        this.key = key;
        this.type = type;
    }

    static Map<String, DataType> types() {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (FileColumn column : values()) {
            types.put(column.key, column.type);
        }
        return types;
    }

    static FileColumn of(String key) {
        for (FileColumn column : values()) {
            if (column.key.equals(key)) {
                return column;
            }
        }
        throw new IllegalArgumentException("no metadata column '" + key + "': there are " + types().keySet());
    }

    /** The value for all rows of an object, as Flink holds it within; null for the offset, which each row has its own of. */
    Object valueOf(ObjectInfo object) {
        String path = object.uri().toString();
        return switch (this) {
            case PATH -> StringData.fromString(path);
            case NAME -> StringData.fromString(path.substring(path.lastIndexOf('/') + 1));
            case SIZE -> object.length();
            case MODIFICATION_TIME -> TimestampData.fromInstant(object.lastModified());
            case ETAG -> object.etag().isEmpty() ? null : StringData.fromString(object.etag());
            case OFFSET -> null;
        };
    }
}
