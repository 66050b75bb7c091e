package io.spate.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.formats.csv.CsvFormatFactory;
import org.apache.flink.formats.json.JsonFormatFactory;
import org.apache.flink.formats.json.debezium.DebeziumJsonFormatFactory;
import org.apache.flink.formats.raw.RawFormatFactory;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.util.InstantiationUtil;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

import io.spate.engine.ByteRange;
import io.spate.engine.TableOptions;

/** Formats of tables as SQL makes them, and the rows that they read, as texts. */
final class TableRows {
    private static final Map<String, DeserializationFormatFactory> FACTORIES = Map.of(
            "csv", new CsvFormatFactory(),
            "json", new JsonFormatFactory(),
            "debezium-json", new DebeziumJsonFormatFactory(),
            "raw", new RawFormatFactory());

    private TableRows() {}

    /** @param options keys and values in turn */
    static RecordFormat<RowData> format(String name, DataType columns, String... options) throws Exception {
        int[][] all = IntStream.range(0, DataType.getFieldCount(columns))
                .mapToObj(index -> new int[] {index})
                .toArray(int[][]::new);
        return format(name, columns, all, options);
    }

    static RecordFormat<RowData> format(String name, DataType columns, int[][] projection, String... options)
            throws Exception {
        Map<String, String> all = new HashMap<>(Map.of("path", "spate://bucket/", "format", name));
        Map<String, String> ofFormat = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
            ofFormat.put(options[i].replaceFirst("^" + name + "\\.", ""), options[i + 1]);
        }
        DecodingFormat<DeserializationSchema<RowData>> decoding =
                FACTORIES.get(name).createDecodingFormat(null, Configuration.fromMap(ofFormat));
        // As it comes to where it runs.
        RecordFormat<RowData> format =
                InstantiationUtil.clone(new RowDecoding(TableOptions.of(all, Map.of()), all, decoding)
                        .format(new ScanContext(), columns, projection));
        format.open(new Subtask());
        return format;
    }

    static List<String> read(RecordFormat<RowData> format, DataType type, String object) throws IOException {
        return read(format, type, object.getBytes(StandardCharsets.UTF_8));
    }

    /** The rows of an object read in one range. Fields are printed with commas between them. */
    static List<String> read(RecordFormat<RowData> format, DataType type, byte[] object) throws IOException {
        return texts(FormatReading.records(format, object), type);
    }

    static List<String> texts(List<RowData> rows, DataType type) {
        List<LogicalType> types = type.getLogicalType().getChildren();
        return rows.stream().map(row -> text(row, types)).toList();
    }

    /** All rows of an object that are good, and why the others are bad. */
    static List<String> readAll(RecordFormat<RowData> format, DataType type, byte[] object) throws IOException {
        List<String> found = new ArrayList<>();
        try (RecordReader<RowData> reader =
                format.reader(BytesInput.generous(object), new ByteRange(0, object.length), 0)) {
            while (true) {
                List<RowData> rows = new ArrayList<>();
                try {
                    if (reader.next(rows::add) == RecordReader.Outcome.END) {
                        return found;
                    }
                    found.addAll(texts(rows, type));
                } catch (BadRecordException e) {
                    found.add("bad at " + e.offset() + ": " + e.reason());
                }
            }
        }
    }

    private static String text(RowData row, List<LogicalType> types) {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            Object field = RowData.createFieldGetter(types.get(i).copy(true), i).getFieldOrNull(row);
            fields.add(String.valueOf(field));
        }
        return String.join(",", fields);
    }

    private record Subtask() implements RecordFormat.Context {
        @Override
        public MetricGroup metricGroup() {
            return new UnregisteredMetricsGroup();
        }

        @Override
        public UserCodeClassLoader userCodeClassLoader() {
            return SimpleUserCodeClassLoader.create(TableRows.class.getClassLoader());
        }
    }

    private record ScanContext() implements DynamicTableSource.Context {
        @Override
        public <T> TypeInformation<T> createTypeInformation(DataType type) {
            return createTypeInformation(type.getLogicalType());
        }

        @Override
        @SuppressWarnings("unchecked") // what is asked for is of rows
        public <T> TypeInformation<T> createTypeInformation(LogicalType type) {
            return (TypeInformation<T>) InternalTypeInfo.of(type);
        }

        @Override
        public DynamicTableSource.DataStructureConverter createDataStructureConverter(DataType type) {
            throw new UnsupportedOperationException();
        }
    }
}
