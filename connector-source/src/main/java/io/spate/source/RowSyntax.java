package io.spate.source;

import java.io.Serializable;

/** What is known of the records of a row format, beyond that they lie between line ends. */
sealed interface RowSyntax extends Serializable {
    /** Fields between separators, in quotes or not; empty lines and comments are no records. */
    record Csv(CsvDialect dialect, boolean multiline, boolean header, boolean lenient) implements RowSyntax {
        @Override
        public boolean isNone(byte[] record) {
            return record.length == 0 || (dialect.comments() && record[0] == '#');
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

    /** Bytes that are not text, or not known to be. */
    record Bytes() implements RowSyntax {}

    default boolean isText() {
        return !(this instanceof Bytes);
    }

    /** Whether what lies between two line ends is no record at all. */
    default boolean isNone(byte[] record) {
        return false;
    }
}
