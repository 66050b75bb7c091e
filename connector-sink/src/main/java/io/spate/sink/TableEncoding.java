package io.spate.sink;

import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.connector.file.table.factories.BulkWriterFormatFactory;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.FactoryUtil.TableFactoryHelper;
import org.apache.flink.table.factories.SerializationFormatFactory;
import org.apache.flink.table.types.DataType;

import io.spate.engine.TableOptions;

/** How the format of a table makes bytes of rows: record by record, or many at a time. */
sealed interface TableEncoding {
    /** What kinds of rows can be written. */
    ChangelogMode changelogMode();

    /**
     * The format of one job.
     *
     * @param objectType what the objects have: the columns of the table without those of its partitions
     */
    SinkFormat<RowData> format(DynamicTableSink.Context context, DataType objectType);

    /** Finds the factory of the format among those that Flink has. */
    static TableEncoding discover(
            DynamicTableFactory factory, DynamicTableFactory.Context context, TableOptions options) {
        TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(factory, context);
        ConfigOption<String> format = FactoryUtil.FORMAT;
        // Of CSV there are both, and only rows can be compressed and go on over checkpoints.
        if (!options.format().equals("csv")
                && FormatFactories.exist(context.getClassLoader(), BulkWriterFormatFactory.class, options.format())) {
            return new Bulk(options, helper.discoverEncodingFormat(BulkWriterFormatFactory.class, format));
        }
        return new Rows(options, helper.discoverEncodingFormat(SerializationFormatFactory.class, format));
    }

    /** Formats such as CSV. */
    record Rows(TableOptions options, EncodingFormat<SerializationSchema<RowData>> encoding) implements TableEncoding {
        @Override
        public ChangelogMode changelogMode() {
            return encoding.getChangelogMode();
        }

        @Override
        public SinkFormat<RowData> format(DynamicTableSink.Context context, DataType objectType) {
            return SinkFormats.rows(encoding.createRuntimeEncoder(context, objectType));
        }
    }

    /** Formats such as Parquet. */
    record Bulk(TableOptions options, EncodingFormat<BulkWriter.Factory<RowData>> encoding) implements TableEncoding {
        @Override
        public ChangelogMode changelogMode() {
            return encoding.getChangelogMode();
        }

        @Override
        public SinkFormat<RowData> format(DynamicTableSink.Context context, DataType objectType) {
            return SinkFormats.bulk(encoding.createRuntimeEncoder(context, objectType), "." + options.format());
        }
    }
}
