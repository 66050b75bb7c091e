package io.spate.source;

import java.util.List;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.table.factories.BulkReaderFormatFactory;
import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.factories.FactoryUtil.TableFactoryHelper;
import org.apache.flink.table.types.DataType;

import io.spate.engine.TableOptions;
import io.spate.table.TableDefinition;

/** How the format of a table makes rows of bytes: record by record, or by columns. */
sealed interface TableDecoding permits RowDecoding, ColumnDecoding {
    /** What kinds of rows there may be. */
    ChangelogMode changelogMode();

    /**
     * The format of one scan. Its rows have a field for each path of the projection, in that order.
     *
     * @param objectType what the objects have: the physical columns of the table without those of its partitions
     * @param projection paths into that type, each of one index or more
     */
    RecordFormat<RowData> format(DynamicTableSource.Context context, DataType objectType, int[][] projection);

    /**
     * The same, leaving out what has no row that fits where that is cheap to know. It is a hint: rows that do not fit
     * still come, so all of the filters have to be applied to what is read.
     *
     * @param filters that a row must fit all of, over the columns of {@code objectType}; those that cannot be used are
     *     passed over
     */
    default TableDecoding withFilters(List<ResolvedExpression> filters) {
        return this;
    }

    /** Finds the factory of the format among those that Flink has. */
    static TableDecoding discover(
            DynamicTableFactory factory, DynamicTableFactory.Context context, TableOptions options) {
        TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(factory, context);
        ConfigOption<String> format = FactoryUtil.FORMAT;
        // The bulk format of CSV knows neither ranges nor quoted line ends.
        if (!options.format().equals("csv")
                && TableDefinition.hasFormat(context, BulkReaderFormatFactory.class, options.format())) {
            DecodingFormat<BulkFormat<RowData, FileSourceSplit>> bulk =
                    helper.discoverDecodingFormat(BulkReaderFormatFactory.class, format);
            return ColumnDecoding.of(
                    options.format(), context.getCatalogTable().getOptions(), (BulkDecodingFormat<RowData>) bulk);
        }
        DecodingFormat<DeserializationSchema<RowData>> rows =
                helper.discoverDecodingFormat(DeserializationFormatFactory.class, format);
        return new RowDecoding(options, context.getCatalogTable().getOptions(), rows);
    }
}
