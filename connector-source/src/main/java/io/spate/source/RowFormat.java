package io.spate.source;

import java.nio.charset.Charset;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.RowData;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/** Rows of a table, one or more or none in each record of text. All rows of one record are one unit. */
final class RowFormat implements RecordFormat<RowData> {
    private static final long serialVersionUID = 1L;

    private final RowSyntax syntax;
    private final String charset;
    private final int maxLength;
    private final DeserializationSchema<RowData> schema;
    private final RowPicker picker;
    private final TypeInformation<RowData> type;

    /**
     * @param charset of the objects; the schema gets text in UTF-8
     * @param maxLength bytes of a record
     * @param schema of what the picker wants decoded
     * @param type of what the picker gives
     */
    RowFormat(
            RowSyntax syntax,
            String charset,
            int maxLength,
            DeserializationSchema<RowData> schema,
            RowPicker picker,
            TypeInformation<RowData> type) {
        this.syntax = syntax;
        this.charset = charset;
        this.maxLength = maxLength;
        this.schema = schema;
        this.picker = picker;
        this.type = type;
    }

    @Override
    public boolean isSplittable() {
        return !isMultiline();
    }

    @Override
    public TypeInformation<RowData> producedType() {
        return type;
    }

    @Override
    public void open(Context context) throws Exception {
        schema.open(SchemaContext.of(context));
    }

    @Override
    public ByteRange expectedRange(ObjectInfo object, ByteRange range) {
        return new ByteRange(
                Math.min(range.end(), recordEnd().firstTouched(range.start())),
                Math.min(object.length(), range.end() + LineReader.LOOKAHEAD));
    }

    @Override
    public RecordReader<RowData> reader(RecordInput input, ByteRange range, long position) {
        boolean header = syntax instanceof RowSyntax.Csv csv && csv.header();
        RowDecoder decoder = new RowDecoder(
                syntax, schema, picker, Charset.forName(charset), header && range.start() == 0 && position == 0);
        return new RowReader(new LineReader<>(input, range, position, recordEnd(), maxLength, decoder), decoder);
    }

    private boolean isMultiline() {
        return syntax instanceof RowSyntax.Csv csv
                && csv.multiline()
                && csv.dialect().canSpanLines();
    }

    /** Has state of its own where records may go over lines, so that each reader needs another. */
    private RecordEnd recordEnd() {
        return syntax instanceof RowSyntax.Csv csv && isMultiline()
                ? new CsvRecordEnd(csv.dialect())
                : new Delimiter("\n", Charset.forName(charset), syntax.dropsCarriageReturn());
    }
}
