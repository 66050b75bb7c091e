package io.spate.source;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.format.ProjectableDecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Rows that are decoded many at a time: {@code parquet}, {@code orc} and {@code avro}. What belongs to one of them is
 * loaded only for a table of that format, since a cluster need not have the libraries of the others.
 *
 * @param formatName such as {@code parquet}
 * @param formatOptions as the table has them, with the name of the format in front
 * @param filters that rows must fit all of, to be of use
 */
record ColumnDecoding(
        String formatName,
        Map<String, String> formatOptions,
        BulkDecodingFormat<RowData> decoding,
        List<ResolvedExpression> filters)
        implements TableDecoding {
    ColumnDecoding {
        formatOptions = Map.copyOf(formatOptions);
        filters = List.copyOf(filters);
    }

    static ColumnDecoding of(
            String formatName, Map<String, String> tableOptions, BulkDecodingFormat<RowData> decoding) {
        Map<String, String> own = tableOptions.entrySet().stream()
                .filter(option -> option.getKey().startsWith(formatName + "."))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        return new ColumnDecoding(formatName, own, decoding, List.of());
    }

    @Override
    public TableDecoding withFilters(List<ResolvedExpression> newFilters) {
        return new ColumnDecoding(formatName, formatOptions, decoding, newFilters);
    }

    @Override
    public ChangelogMode changelogMode() {
        return decoding.getChangelogMode();
    }

    @Override
    public RecordFormat<RowData> format(DynamicTableSource.Context context, DataType objectType, int[][] projection) {
        RowType columns = (RowType) objectType.getLogicalType();
        TypeInformation<RowData> producedType =
                context.createTypeInformation(Projection.of(projection).project(objectType));
        return switch (formatName) {
            case "parquet" ->
                ParquetRowFormat.of(
                        RowPicker.ofFields(columns, projection),
                        producedType,
                        ColumnFilters.of(filters, columns),
                        formatOptions);
            case "orc" ->
                OrcRowFormat.of(
                        columns,
                        RowPicker.ofColumns(columns, projection),
                        producedType,
                        ColumnFilters.wholly(filters, columns),
                        formatOptions);
            case "avro" -> avro(context, objectType, RowPicker.ofColumns(columns, projection), producedType);
            default ->
                throw new IllegalArgumentException("option 'format' = '" + formatName
                        + "': of the formats that Flink reads in batches, 'avro', 'orc' and 'parquet' can be read");
        };
    }

    private RecordFormat<RowData> avro(
            DynamicTableSource.Context context, DataType objectType, RowPicker picker, TypeInformation<RowData> type) {
        RowType columns = (RowType) objectType.getLogicalType();
        int[][] decoded = picker.decoded().getFieldNames().stream()
                .map(name -> new int[] {columns.getFieldIndex(name)})
                .toArray(int[][]::new);
        return new BulkRecordFormat(formatName, bulk(context, objectType, decoded), picker, type, BulkPositions.BLOCKS);
    }

    private BulkFormat<RowData, FileSourceSplit> bulk(
            DynamicTableSource.Context context, DataType objectType, int[][] projection) {
        return decoding instanceof ProjectableDecodingFormat<?>
                ? projectable().createRuntimeDecoder(context, objectType, projection)
                : decoding.createRuntimeDecoder(
                        context, Projection.of(projection).project(objectType));
    }

    @SuppressWarnings("unchecked") // both kinds of formats make the same
    private ProjectableDecodingFormat<BulkFormat<RowData, FileSourceSplit>> projectable() {
        return (ProjectableDecodingFormat<BulkFormat<RowData, FileSourceSplit>>) decoding;
    }
}
