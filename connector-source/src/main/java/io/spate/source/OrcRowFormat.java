package io.spate.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.orc.OrcColumnarRowInputFormat;
import org.apache.flink.orc.OrcFilters;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.columnar.vector.VectorizedColumnBatch;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** Makes the format for rows of ORC files: Flink's, which opens its files with ours. */
final class OrcRowFormat {
    private OrcRowFormat() {}

    /**
     * @param columns what the files have
     * @param filters over those columns, all of which statistics can answer for certain
     * @param options those of the format, with its name in front
     */
    static RecordFormat<RowData> of(
            RowType columns,
            RowPicker picker,
            TypeInformation<RowData> producedType,
            List<ResolvedExpression> filters,
            Map<String, String> options) {
        List<OrcFilters.Predicate> predicates = new ArrayList<>();
        for (ResolvedExpression filter : filters) {
            OrcFilters.Predicate predicate = OrcFilters.toOrcPredicate(filter);
            if (predicate != null) {
                predicates.add(predicate);
            }
        }
        int[] selected = picker.decoded().getFieldNames().stream()
                .mapToInt(columns.getFieldNames()::indexOf)
                .toArray();
        Configuration configuration = new Configuration();
        options.forEach(configuration::set);
        OrcColumnarRowInputFormat<?, FileSourceSplit> format = OrcColumnarRowInputFormat.createPartitionedFormat(
                new OrcInputShim(),
                configuration,
                columns,
                List.of(),
                null,
                selected,
                predicates,
                VectorizedColumnBatch.DEFAULT_SIZE,
                type -> producedType);
        return new BulkRecordFormat("orc", format, picker, producedType, BulkPositions.ROWS);
    }
}
