package io.spate.source;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/** What is known of the records of a row format, beyond that they lie between line ends. */
sealed interface RowSyntax extends Serializable {
    /**
     * Fields between separators, in quotes or not; comments are no records.
     *
     * @param oneColumn whether an empty line is a record, of one empty field; it is none if there are more columns
     */
    record Csv(CsvDialect dialect, boolean multiline, boolean header, boolean lenient, boolean oneColumn)
            implements RowSyntax {
        private static final byte[] EMPTY_LINE = "\n".getBytes(StandardCharsets.UTF_8);

        @Override
        public boolean isNone(byte[] record) {
            return record.length == 0 ? !oneColumn : dialect.comments() && isComment(record);
        }

        private static boolean isComment(byte[] record) {
            int first = 0;
            while (first < record.length && record[first] == ' ') {
                first++;
            }
            return first < record.length && record[first] == '#';
        }

        /** The parser finds no record in nothing, but does where there is a line end. */
        @Override
        public byte[] ofParser(byte[] record) {
            return record.length == 0 ? EMPTY_LINE : record;
        }
    }

    /** A JSON value in each line; blank lines are no records. */
    record Json(boolean lenient) implements RowSyntax {
        @Override
        public boolean isNone(byte[] record) {
            return JsonShape.isBlank(record);
        }
    }

    /** Text of which each line is a record, empty ones too. */
    record Text() implements RowSyntax {}

    /**
     * Bytes that are not text, or whose charset the format itself knows.
     *
     * @param text whether a carriage return in front of a line end goes with it
     */
    record Bytes(boolean text) implements RowSyntax {}

    default boolean isText() {
        return !(this instanceof Bytes);
    }

    /** Whether lines may end with a carriage return too, which is then no part of the record. */
    default boolean dropsCarriageReturn() {
        return !(this instanceof Bytes bytes) || bytes.text();
    }

    /** A record as the parser of the format is given it. */
    default byte[] ofParser(byte[] record) {
        return record;
    }

    /** Whether what lies between two line ends is no record at all. */
    default boolean isNone(byte[] record) {
        return false;
    }
}
