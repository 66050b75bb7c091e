package io.spate.source;

import java.util.Arrays;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.format.ProjectableDecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

import io.spate.engine.TableOptions;

/** Rows that are decoded record by record: {@code csv}, {@code json}, {@code raw} and such. */
record RowDecoding(TableOptions options, DecodingFormat<DeserializationSchema<RowData>> decoding)
        implements TableDecoding {
    @Override
    public ChangelogMode changelogMode() {
        return decoding.getChangelogMode();
    }

    @Override
    public RecordFormat<RowData> format(DynamicTableSource.Context context, DataType objectType, int[][] projection) {
        if (Arrays.stream(projection).anyMatch(path -> path.length != 1)) {
            throw new IllegalArgumentException("nested projection: " + Arrays.deepToString(projection));
        }
        DeserializationSchema<RowData> schema =
                decoding instanceof ProjectableDecodingFormat<DeserializationSchema<RowData>> projectable
                                && projectable.supportsNestedProjection() == false
                        ? projectable.createRuntimeDecoder(context, objectType, projection)
                        : decoding.createRuntimeDecoder(
                                context, Projection.of(projection).project(objectType));
        return Formats.deserializer(schema);
    }
}
