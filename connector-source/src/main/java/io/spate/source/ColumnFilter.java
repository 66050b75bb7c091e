package io.spate.source;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

/**
 * What rows must fit to be of use, in the terms in which files keep statistics. A row whose column is null fits none but
 * {@link IsNull}. Negations are resolved: they are in the leaves.
 */
sealed interface ColumnFilter extends Serializable {
    /** How a column relates to a value. */
    enum Relation {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL;

        /** What holds where this does not, of values that are not null and have an order. */
        Relation negated() {
            return switch (this) {
                case EQUAL -> NOT_EQUAL;
                case NOT_EQUAL -> EQUAL;
                case LESS -> GREATER_OR_EQUAL;
                case LESS_OR_EQUAL -> GREATER;
                case GREATER -> LESS_OR_EQUAL;
                case GREATER_OR_EQUAL -> LESS;
            };
        }

        /** The same with its sides exchanged. */
        Relation mirrored() {
            return switch (this) {
                case EQUAL, NOT_EQUAL -> this;
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            };
        }
    }

    /** All of them. */
    record And(@SuppressWarnings("serial") List<ColumnFilter> all) implements ColumnFilter {
        public And {
            all = List.copyOf(all);
        }
    }

    /** At least one of them. */
    record Or(@SuppressWarnings("serial") List<ColumnFilter> any) implements ColumnFilter {
        public Or {
            any = List.copyOf(any);
        }
    }

    record IsNull(String column) implements ColumnFilter {}

    record IsNotNull(String column) implements ColumnFilter {}

    /** A column compared with a value, which is of the kind of the column. */
    record Compare(String column, Relation relation, Value value) implements ColumnFilter {}

    /** A value as tables have it; a date is a whole number, the days since 1970. */
    sealed interface Value extends Serializable {
        record Bool(boolean value) implements Value {}

        record Whole(long value) implements Value {}

        /** Of a column with so many digits behind the point. */
        record Decimal(BigDecimal value) implements Value {}

        record Single(float value) implements Value {}

        record Real(double value) implements Value {}

        /** Compared by the bytes of its UTF-8. */
        record Text(String value) implements Value {}
    }
}
