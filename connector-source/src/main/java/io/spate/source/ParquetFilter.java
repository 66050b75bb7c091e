package io.spate.source;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators.Column;
import org.apache.parquet.filter2.predicate.Operators.SupportsEqNotEq;
import org.apache.parquet.filter2.predicate.Operators.SupportsLtGt;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

import io.spate.source.ColumnFilter.And;
import io.spate.source.ColumnFilter.Compare;
import io.spate.source.ColumnFilter.IsNotNull;
import io.spate.source.ColumnFilter.IsNull;
import io.spate.source.ColumnFilter.Or;
import io.spate.source.ColumnFilter.Relation;
import io.spate.source.ColumnFilter.Value;

/**
 * Filters in the terms of the columns that one file has. Where the file has a column of another type than the filter is
 * meant for, or none, there is no filter.
 */
final class ParquetFilter {
    private final MessageType schema;

    private ParquetFilter(MessageType schema) {
        this.schema = schema;
    }

    /** One predicate for rows that fit all the filters; empty if none of them has one. */
    static Optional<FilterPredicate> of(List<ColumnFilter> filters, MessageType schema) {
        return new ParquetFilter(schema).all(filters);
    }

    private Optional<FilterPredicate> of(ColumnFilter filter) {
        if (filter instanceof And and) {
            return all(and.all());
        }
        if (filter instanceof Or or) {
            return any(or.any());
        }
        if (filter instanceof Compare compare) {
            return column(compare.column()).flatMap(column -> compare(column, compare.relation(), compare.value()));
        }
        if (filter instanceof IsNull isNull) {
            return column(isNull.column()).flatMap(column -> nullness(column, true));
        }
        return column(((IsNotNull) filter).column()).flatMap(column -> nullness(column, false));
    }

    private Optional<FilterPredicate> all(List<ColumnFilter> filters) {
        return filters.stream().flatMap(filter -> of(filter).stream()).reduce(FilterApi::and);
    }

    private Optional<FilterPredicate> any(List<ColumnFilter> filters) {
        List<FilterPredicate> predicates = new ArrayList<>();
        filters.forEach(filter -> of(filter).ifPresent(predicates::add));
        return predicates.size() < filters.size()
                ? Optional.empty()
                : predicates.stream().reduce(FilterApi::or);
    }

    private Optional<PrimitiveType> column(String name) {
        if (!schema.containsField(name)) {
            return Optional.empty();
        }
        Type type = schema.getType(name);
        return type.isPrimitive() && !type.isRepetition(Type.Repetition.REPEATED)
                ? Optional.of(type.asPrimitiveType())
                : Optional.empty();
    }

    private static Optional<FilterPredicate> nullness(PrimitiveType column, boolean isNull) {
        return switch (column.getPrimitiveTypeName()) {
            case BOOLEAN -> Optional.of(nullness(FilterApi.booleanColumn(column.getName()), isNull));
            case INT32 -> Optional.of(nullness(FilterApi.intColumn(column.getName()), isNull));
            case INT64 -> Optional.of(nullness(FilterApi.longColumn(column.getName()), isNull));
            case FLOAT -> Optional.of(nullness(FilterApi.floatColumn(column.getName()), isNull));
            case DOUBLE -> Optional.of(nullness(FilterApi.doubleColumn(column.getName()), isNull));
            case BINARY, FIXED_LEN_BYTE_ARRAY ->
                Optional.of(nullness(FilterApi.binaryColumn(column.getName()), isNull));
            case INT96 -> Optional.empty();
        };
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsEqNotEq> FilterPredicate nullness(
            C column, boolean isNull) {
        return isNull ? FilterApi.eq(column, null) : FilterApi.notEq(column, null);
    }

    private static Optional<FilterPredicate> compare(PrimitiveType column, Relation relation, Value value) {
        if (value instanceof Value.Bool bool) {
            return flag(column, relation, bool.value());
        }
        if (value instanceof Value.Whole whole) {
            return isWhole(column) ? number(column, relation, whole.value()) : Optional.empty();
        }
        if (value instanceof Value.Decimal decimal) {
            return decimal(column, relation, decimal.value());
        }
        if (value instanceof Value.Single single) {
            return column.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.FLOAT
                    ? single(column.getName(), relation, single.value())
                    : Optional.empty();
        }
        if (value instanceof Value.Real real) {
            return column.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.DOUBLE
                    ? real(column.getName(), relation, real.value())
                    : Optional.empty();
        }
        return text(column, relation, ((Value.Text) value).value());
    }

    private static Optional<FilterPredicate> flag(PrimitiveType column, Relation relation, boolean value) {
        if (column.getPrimitiveTypeName() != PrimitiveType.PrimitiveTypeName.BOOLEAN) {
            return Optional.empty();
        }
        return switch (relation) {
            case EQUAL -> Optional.of(FilterApi.eq(FilterApi.booleanColumn(column.getName()), value));
            case NOT_EQUAL -> Optional.of(FilterApi.notEq(FilterApi.booleanColumn(column.getName()), value));
            default -> Optional.empty();
        };
    }

    /** Whether its numbers are what tables take them for: unsigned ones, for one, are ordered otherwise. */
    private static boolean isWhole(PrimitiveType column) {
        LogicalTypeAnnotation annotation = column.getLogicalTypeAnnotation();
        return annotation == null
                || annotation instanceof DateLogicalTypeAnnotation
                || (annotation instanceof IntLogicalTypeAnnotation number && number.isSigned());
    }

    private static Optional<FilterPredicate> number(PrimitiveType column, Relation relation, long value) {
        return switch (column.getPrimitiveTypeName()) {
            case INT32 ->
                value == (int) value
                        ? Optional.of(compare(FilterApi.intColumn(column.getName()), relation, (int) value))
                        : Optional.empty();
            case INT64 -> Optional.of(compare(FilterApi.longColumn(column.getName()), relation, value));
            default -> Optional.empty();
        };
    }

    /** Those that are bytes may be written in several ways, which dictionaries tell apart. */
    private static Optional<FilterPredicate> decimal(PrimitiveType column, Relation relation, BigDecimal value) {
        boolean fits = column.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation decimal
                && decimal.getScale() == value.scale()
                && value.unscaledValue().bitLength() < Long.SIZE;
        return fits ? number(column, relation, value.unscaledValue().longValue()) : Optional.empty();
    }

    /** Zero has two signs, which are equal and yet in order. */
    private static Optional<FilterPredicate> single(String column, Relation relation, float value) {
        float low = value == 0 ? -0.0f : value;
        float high = value == 0 ? 0.0f : value;
        return range(FilterApi.floatColumn(column), relation, low, high);
    }

    private static Optional<FilterPredicate> real(String column, Relation relation, double value) {
        double low = value == 0 ? -0.0 : value;
        double high = value == 0 ? 0.0 : value;
        return range(FilterApi.doubleColumn(column), relation, low, high);
    }

    /** Only by order, and with the bound itself. */
    private static <T extends Comparable<T>, C extends Column<T> & SupportsLtGt> Optional<FilterPredicate> range(
            C column, Relation relation, T low, T high) {
        return switch (relation) {
            case EQUAL -> Optional.of(FilterApi.and(FilterApi.gtEq(column, low), FilterApi.ltEq(column, high)));
            case LESS, LESS_OR_EQUAL -> Optional.of(FilterApi.ltEq(column, high));
            case GREATER, GREATER_OR_EQUAL -> Optional.of(FilterApi.gtEq(column, low));
            case NOT_EQUAL -> Optional.empty();
        };
    }

    private static Optional<FilterPredicate> text(PrimitiveType column, Relation relation, String value) {
        boolean fits = column.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY
                && column.getLogicalTypeAnnotation() instanceof StringLogicalTypeAnnotation
                && relation != Relation.NOT_EQUAL;
        return fits
                ? Optional.of(compare(FilterApi.binaryColumn(column.getName()), relation, Binary.fromString(value)))
                : Optional.empty();
    }

    private static <T extends Comparable<T>, C extends Column<T> & SupportsEqNotEq & SupportsLtGt>
            FilterPredicate compare(C column, Relation relation, T value) {
        return switch (relation) {
            case EQUAL -> FilterApi.eq(column, value);
            case NOT_EQUAL -> FilterApi.notEq(column, value);
            case LESS -> FilterApi.lt(column, value);
            case LESS_OR_EQUAL -> FilterApi.ltEq(column, value);
            case GREATER -> FilterApi.gt(column, value);
            case GREATER_OR_EQUAL -> FilterApi.gtEq(column, value);
        };
    }
}
