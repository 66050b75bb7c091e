package io.spate.source;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.Projection;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.utils.TypeConversions;

import io.spate.codec.Codec;
import io.spate.engine.TableOption;
import io.spate.engine.TableOptions;
import io.spate.table.LineFormats;

/**
 * Rows that are decoded record by record: {@code csv}, {@code json}, {@code raw} and such.
 *
 * @param all the options of the table, those of its format as well
 */
record RowDecoding(
        TableOptions options, Map<String, String> all, DecodingFormat<DeserializationSchema<RowData>> decoding)
        implements TableDecoding {
    private static final String UTF_8 = StandardCharsets.UTF_8.name();

    @Override
    public ChangelogMode changelogMode() {
        return decoding.getChangelogMode();
    }

    @Override
    public RecordFormat<RowData> format(DynamicTableSource.Context context, DataType objectType, int[][] projection) {
        RowType columns = (RowType) objectType.getLogicalType();
        LineFormats.check(options.format(), columns);
        RowPicker picker = picker(columns, projection);
        DeserializationSchema<RowData> schema =
                decoding.createRuntimeDecoder(context, TypeConversions.fromLogicalToDataType(picker.decoded()));
        TypeInformation<RowData> type =
                context.createTypeInformation(Projection.of(projection).project(objectType));
        RowSyntax syntax = syntax(columns);
        RowCharset charset = RowCharset.of(options, all, syntax);
        int maxLength = Math.toIntExact(options.get(TableOption.MAX_RECORD_SIZE));
        return new UnpackedFormat<>(
                new RowFormat(syntax, charset.ofRecords(), maxLength, schema, picker, type),
                codec(),
                charset.ofStream());
    }

    /**
     * Of JSON only what is wanted is decoded, as fields go by their names. Columns of CSV go by their place, and whether a
     * record has all of them must not depend on the query. Others say nothing of what they can do.
     */
    private RowPicker picker(RowType columns, int[][] projection) {
        return options.format().equals("json")
                ? RowPicker.ofColumns(columns, projection)
                : RowPicker.ofAll(columns, projection);
    }

    private RowSyntax syntax(RowType columns) {
        boolean lenient = Boolean.parseBoolean(all.get(options.format() + ".ignore-parse-errors"));
        if (options.format().equals("csv")) {
            return new RowSyntax.Csv(
                    CsvDialect.of(all),
                    options.get(TableOption.CSV_MULTILINE),
                    options.get(TableOption.CSV_HEADER),
                    lenient,
                    columns.getFieldCount() == 1);
        }
        if (!options.format().equals("raw")) {
            return new RowSyntax.Json(lenient);
        }
        boolean isText = columns.getTypeAt(0).is(LogicalTypeFamily.CHARACTER_STRING);
        return isText && !all.containsKey(RowCharset.OF_RAW) ? new RowSyntax.Text() : new RowSyntax.Bytes(isText);
    }

    /** Empty if the keys of objects tell. */
    private Optional<Codec> codec() {
        TableOption.Codec codec = options.get(TableOption.SCAN_COMPRESSION);
        return codec == TableOption.Codec.AUTO ? Optional.empty() : Optional.of(Codec.valueOf(codec.name()));
    }

    /**
     * Where text is decoded.
     *
     * @param ofRecords the charset in which records are found and decoded one by one
     * @param ofStream the charset of a whole object, if it has to be decoded from its start; records are then in UTF-8
     */
    record RowCharset(String ofRecords, Optional<String> ofStream) {
        static final String OF_RAW = "raw.charset";

        static RowCharset of(TableOptions options, Map<String, String> all, RowSyntax syntax) {
            String charset = charset(options, all);
            boolean multiline = syntax instanceof RowSyntax.Csv csv && csv.multiline();
            if (LineCharset.isReadFromAnywhere(charset) && !(multiline && !charset.equals(UTF_8))) {
                return new RowCharset(charset, Optional.empty());
            }
            if (!syntax.isText()) {
                throw new IllegalArgumentException("charset " + charset + " of format '" + options.format()
                        + "' cannot be read in lines: for text, set '" + TableOption.CHARSET + "' and not '" + OF_RAW
                        + "'; for bytes, neither of them");
            }
            return new RowCharset(UTF_8, Optional.of(charset));
        }

        private static String charset(TableOptions options, Map<String, String> all) {
            String charset = options.get(TableOption.CHARSET);
            String ofRaw = options.format().equals("raw") ? all.getOrDefault(OF_RAW, charset) : charset;
            if (options.has(TableOption.CHARSET) && !ofRaw.equalsIgnoreCase(charset)) {
                throw new IllegalArgumentException("options '" + TableOption.CHARSET + "' = '" + charset + "' and '"
                        + OF_RAW + "' = '" + ofRaw + "' say different things of the same text: set only the first");
            }
            return ofRaw;
        }
    }
}
