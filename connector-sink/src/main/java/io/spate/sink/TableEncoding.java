package io.spate.sink;

import java.util.List;
import java.util.Optional;

import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.connector.file.table.factories.BulkWriterFormatFactory;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.FactoryUtil.TableFactoryHelper;
import org.apache.flink.table.factories.SerializationFormatFactory;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;
import io.spate.table.LineFormats;
import io.spate.table.TableDefinition;

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
                && TableDefinition.hasFormat(context, BulkWriterFormatFactory.class, options.format())) {
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
            LineFormats.check(options.format(), (RowType) objectType.getLogicalType());
            Optional<RowHeader> header = Optional.of(objectType)
                    .filter(type -> options.get(TableOption.CSV_HEADER))
                    .map(type -> header(context, DataType.getFieldNames(type)));
            return new RowFormat(
                    encoding.createRuntimeEncoder(context, objectType),
                    text(),
                    TableSinkOptions.extension(options),
                    header);
        }

        /** By the format itself, so that names are quoted as values are. */
        private RowHeader header(DynamicTableSink.Context context, List<String> names) {
            DataType texts = DataTypes.ROW(names.stream()
                            .map(name -> DataTypes.FIELD(name, DataTypes.STRING()))
                            .toList())
                    .notNull();
            return new RowHeader(encoding.createRuntimeEncoder(context, texts), names);
        }

        private RowText text() {
            boolean lineEnds = options.format().equals("csv") && options.get(TableOption.CSV_MULTILINE);
            return new RowText(options.format(), options.get(TableOption.CHARSET), lineEnds);
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
            return SinkFormats.bulk(
                    encoding.createRuntimeEncoder(context, objectType), TableSinkOptions.extension(options));
        }
    }
}
