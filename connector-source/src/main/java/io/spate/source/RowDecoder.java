package io.spate.source;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.Collector;

import io.spate.engine.ObjectUri;

/** Makes rows of the records of one range. Used by one thread. */
final class RowDecoder implements LineDecoder<RowData> {
    private final RowSyntax syntax;
    private final DeserializationSchema<RowData> schema;
    private final RowPicker picker;
    private final Charset charset;
    private final Optional<RowText> text;
    private final Optional<CsvQuotes> quotes;
    private boolean headerPending;

    /** @param headerPending whether the next record that is not empty is that of the names */
    RowDecoder(
            RowSyntax syntax,
            DeserializationSchema<RowData> schema,
            RowPicker picker,
            Charset charset,
            boolean headerPending) {
        this.syntax = syntax;
        this.schema = schema;
        this.picker = picker;
        this.charset = charset;
        this.text = syntax.isText() ? Optional.of(new RowText(charset)) : Optional.empty();
        this.quotes = syntax instanceof RowSyntax.Csv csv && csv.dialect().canSpanLines()
                ? Optional.of(new CsvQuotes(csv.dialect()))
                : Optional.empty();
        this.headerPending = headerPending;
    }

    boolean isHeaderPending() {
        return headerPending;
    }

    @Override
    public void decode(
            ObjectUri object, long position, byte[] buffer, int start, int length, Consumer<? super RowData> out)
            throws IOException {
        byte[] record = text(object, position, buffer, start, length);
        if (syntax.isNone(record) || (headerPending && record.length == 0)) {
            return;
        }
        Optional<String> fault = fault(object, position, record);
        if (headerPending) {
            headerPending = false;
        } else if (fault.isPresent()) {
            throw new BadRecordException(object, position, record, fault.get());
        } else {
            deserialize(object, position, record, out);
        }
    }

    private byte[] text(ObjectUri object, long position, byte[] buffer, int start, int length)
            throws BadRecordException {
        if (text.isEmpty()) {
            return Arrays.copyOfRange(buffer, start, start + length);
        }
        int mark = position == 0 ? text.get().markLength(buffer, start, length) : 0;
        try {
            return text.get().toUtf8(buffer, start + mark, length - mark);
        } catch (CharacterCodingException e) {
            // If it was to be the record of the names, it is passed, and the next one is a row.
            headerPending = false;
            throw new BadRecordException(
                    object,
                    position,
                    Arrays.copyOfRange(buffer, start, start + length),
                    "its bytes are no text in charset " + charset + " (" + e.getMessage() + ")");
        }
    }

    /** What is wrong with a record that the schema would not see. */
    private Optional<String> fault(ObjectUri object, long position, byte[] record) throws IOException {
        if (syntax instanceof RowSyntax.Csv csv) {
            Optional<String> fault = csvFault(csv, object, position, record);
            return csv.lenient() ? Optional.empty() : fault;
        }
        return syntax instanceof RowSyntax.Json json && !json.lenient() ? JsonShape.fault(record) : Optional.empty();
    }

    private Optional<String> csvFault(RowSyntax.Csv csv, ObjectUri object, long position, byte[] record)
            throws IOException {
        if (quotes.isEmpty() || isPlain(csv.dialect(), record)) {
            return Optional.empty();
        }
        CsvQuotes followed = quotes.get();
        followed.reset();
        followed.follow(record, 0, record.length);
        if (followed.isOpen()) {
            throw open(csv, object, position, record);
        }
        return followed.hasStrayReturn()
                ? Optional.of(
                        "it has a carriage return in the middle, which would end the record to the parser; put such"
                                + " fields in quotes, or end lines with line feeds")
                : Optional.empty();
    }

    /** Whether a record has nothing that would have to be followed, as most have not. */
    private static boolean isPlain(CsvDialect dialect, byte[] record) {
        return !has(record, '\r') && !has(record, dialect.quote()) && !has(record, dialect.escape());
    }

    private static boolean has(byte[] record, int wanted) {
        return wanted != CsvDialect.NONE && ByteScan.indexOf(record, 0, record.length, (byte) wanted) >= 0;
    }

    /** Nothing behind such a record can be trusted, so this is not one bad record among others. */
    private static IOException open(RowSyntax.Csv csv, ObjectUri object, long position, byte[] record) {
        String advice = csv.multiline()
                ? "a quote is never closed: what follows it cannot be told apart; mend the object, or set"
                        + " 'csv.quote-character' or 'csv.disable-quote-character' if quotes have no meaning in it"
                : "a quoted field goes over the end of its line, or a quote is never closed: set 'csv.multiline' = 'true'"
                        + " if fields may have line ends, or 'csv.disable-quote-character' = 'true' if quotes have no"
                        + " meaning in it";
        return new IOException(new BadRecordException(object, position, record, advice).getMessage());
    }

    private void deserialize(ObjectUri object, long position, byte[] record, Consumer<? super RowData> out)
            throws IOException {
        try {
            schema.deserialize(syntax.ofParser(record), new Picking(picker, out));
        } catch (IOException | RuntimeException e) {
            throw BadRecordException.of(object, position, record, e);
        }
    }

    private record Picking(RowPicker picker, Consumer<? super RowData> out) implements Collector<RowData> {
        @Override
        public void collect(RowData row) {
            if (row != null) {
                out.accept(picker.pick(row));
            }
        }

        @Override
        public void close() {}
    }
}
