package io.spate.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

import io.spate.source.ColumnFilter.And;
import io.spate.source.ColumnFilter.Compare;
import io.spate.source.ColumnFilter.IsNotNull;
import io.spate.source.ColumnFilter.IsNull;
import io.spate.source.ColumnFilter.Or;
import io.spate.source.ColumnFilter.Relation;
import io.spate.source.ColumnFilter.Value;

/**
 * Makes filters of columns of Flink's expressions, as far as it is certain that statistics can answer them. Every row for
 * which an expression is true fits its filter; the opposite need not hold. What has no filter, such as conditions on
 * times, of which files are in two minds about the zone, is left to Flink.
 */
final class ColumnFilters {
    /** Parquet and ORC take a dot in a name for a step into a row, and ORC digits for the number of a column. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final Map<FunctionDefinition, Relation> RELATIONS = Map.of(
            BuiltInFunctionDefinitions.EQUALS, Relation.EQUAL,
            BuiltInFunctionDefinitions.NOT_EQUALS, Relation.NOT_EQUAL,
            BuiltInFunctionDefinitions.LESS_THAN, Relation.LESS,
            BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL, Relation.LESS_OR_EQUAL,
            BuiltInFunctionDefinitions.GREATER_THAN, Relation.GREATER,
            BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL, Relation.GREATER_OR_EQUAL);

    private final RowType columns;

    private ColumnFilters(RowType columns) {
        this.columns = columns;
    }

    /**
     * Filters for those expressions that have one.
     *
     * @param columns what the objects have; a table may have more, such as those of its partitions
     */
    static List<ColumnFilter> of(List<ResolvedExpression> expressions, RowType columns) {
        ColumnFilters filters = new ColumnFilters(columns);
        return expressions.stream()
                .flatMap(expression -> filters.of(expression, false).stream())
                .toList();
    }

    /** Those of the expressions that statistics of whatever format can answer, all of each. */
    static List<ResolvedExpression> wholly(List<ResolvedExpression> expressions, RowType columns) {
        ColumnFilters filters = new ColumnFilters(columns);
        return expressions.stream().filter(filters::isWholly).toList();
    }

    /** @param negated whether the filter is for the rows for which the expression is false */
    private Optional<ColumnFilter> of(ResolvedExpression expression, boolean negated) {
        if (expression instanceof FieldReferenceExpression field && isColumn(field)) {
            return truth(field, negated);
        }
        if (!(expression instanceof CallExpression call)) {
            return Optional.empty();
        }
        FunctionDefinition function = call.getFunctionDefinition();
        List<ResolvedExpression> operands = call.getResolvedChildren();
        if (RELATIONS.containsKey(function)) {
            Relation relation = RELATIONS.get(function);
            return comparison(operands.get(0), relation, operands.get(1), negated);
        }
        if (function == BuiltInFunctionDefinitions.NOT) {
            return of(operands.get(0), !negated);
        }
        if (function == BuiltInFunctionDefinitions.AND) {
            return negated ? any(operands, true) : all(operands, false);
        }
        if (function == BuiltInFunctionDefinitions.OR) {
            return negated ? all(operands, true) : any(operands, false);
        }
        if (function == BuiltInFunctionDefinitions.IS_NULL || function == BuiltInFunctionDefinitions.IS_NOT_NULL) {
            return nullness(operands.get(0), (function == BuiltInFunctionDefinitions.IS_NULL) != negated);
        }
        if (function == BuiltInFunctionDefinitions.BETWEEN || function == BuiltInFunctionDefinitions.NOT_BETWEEN) {
            return between(operands, (function == BuiltInFunctionDefinitions.NOT_BETWEEN) != negated);
        }
        if (function == BuiltInFunctionDefinitions.IN) {
            return in(operands, negated);
        }
        if (function == BuiltInFunctionDefinitions.LIKE && !negated && operands.size() == 2) {
            return prefix(operands.get(0), operands.get(1));
        }
        return Optional.empty();
    }

    /** Apart from floating point numbers, which other formats get wrong where there is NaN or a zero with a sign. */
    private boolean isWholly(ResolvedExpression expression) {
        if (expression instanceof CallExpression call
                && (call.getFunctionDefinition() == BuiltInFunctionDefinitions.AND
                        || call.getFunctionDefinition() == BuiltInFunctionDefinitions.OR
                        || call.getFunctionDefinition() == BuiltInFunctionDefinitions.NOT)) {
            return call.getResolvedChildren().stream().allMatch(this::isWholly);
        }
        return of(expression, false).isPresent()
                && expression.getResolvedChildren().stream().noneMatch(ColumnFilters::isFloating);
    }

    private static boolean isFloating(ResolvedExpression expression) {
        return switch (expression.getOutputDataType().getLogicalType().getTypeRoot()) {
            case FLOAT, DOUBLE -> true;
            default -> false;
        };
    }

    private Optional<ColumnFilter> truth(FieldReferenceExpression field, boolean negated) {
        return switch (type(field).getTypeRoot()) {
            case BOOLEAN -> Optional.of(new Compare(field.getName(), Relation.EQUAL, new Value.Bool(!negated)));
            default -> Optional.empty();
        };
    }

    /** Those that have no filter can be left out. */
    private Optional<ColumnFilter> all(List<ResolvedExpression> operands, boolean negated) {
        List<ColumnFilter> filters = operands.stream()
                .flatMap(operand -> of(operand, negated).stream())
                .toList();
        return filters.isEmpty() ? Optional.empty() : Optional.of(new And(filters));
    }

    /** If one has no filter there is none for all of them. */
    private Optional<ColumnFilter> any(List<ResolvedExpression> operands, boolean negated) {
        List<ColumnFilter> filters = operands.stream()
                .flatMap(operand -> of(operand, negated).stream())
                .toList();
        return filters.size() < operands.size() ? Optional.empty() : Optional.of(new Or(filters));
    }

    private Optional<ColumnFilter> nullness(ResolvedExpression operand, boolean isNull) {
        if (operand instanceof FieldReferenceExpression field && isColumn(field)) {
            return Optional.of(isNull ? new IsNull(field.getName()) : new IsNotNull(field.getName()));
        }
        return Optional.empty();
    }

    private Optional<ColumnFilter> between(List<ResolvedExpression> operands, boolean negated) {
        Optional<ColumnFilter> low = comparison(operands.get(0), Relation.GREATER_OR_EQUAL, operands.get(1), negated);
        Optional<ColumnFilter> high = comparison(operands.get(0), Relation.LESS_OR_EQUAL, operands.get(2), negated);
        if (low.isEmpty() || high.isEmpty()) {
            return Optional.empty();
        }
        List<ColumnFilter> both = List.of(low.get(), high.get());
        return Optional.of(negated ? new Or(both) : new And(both));
    }

    private Optional<ColumnFilter> in(List<ResolvedExpression> operands, boolean negated) {
        List<ColumnFilter> filters = new ArrayList<>();
        for (ResolvedExpression value : operands.subList(1, operands.size())) {
            Optional<ColumnFilter> filter = comparison(operands.get(0), Relation.EQUAL, value, negated);
            if (filter.isEmpty()) {
                return Optional.empty();
            }
            filters.add(filter.get());
        }
        return Optional.of(negated ? new And(filters) : new Or(filters));
    }

    private Optional<ColumnFilter> comparison(
            ResolvedExpression left, Relation relation, ResolvedExpression right, boolean negated) {
        if (left instanceof ValueLiteralExpression && right instanceof FieldReferenceExpression) {
            return comparison(right, relation.mirrored(), left, negated);
        }
        if (!(left instanceof FieldReferenceExpression field && right instanceof ValueLiteralExpression literal)
                || !isColumn(field)) {
            return Optional.empty();
        }
        Relation wanted = negated ? relation.negated() : relation;
        return value(type(field), literal)
                .filter(value -> isCertain(wanted, value, negated))
                .map(value -> new Compare(field.getName(), wanted, value));
    }

    /** Statistics of floating point numbers leave out NaN, which is unequal to all, and no less than any. */
    private static boolean isCertain(Relation relation, Value value, boolean negated) {
        boolean floating = value instanceof Value.Single || value instanceof Value.Real;
        return !floating || (!negated && relation != Relation.NOT_EQUAL);
    }

    /** What begins with a text lies between that text and the next one of that length, which the larger ones begin with. */
    private Optional<ColumnFilter> prefix(ResolvedExpression left, ResolvedExpression right) {
        if (!(right instanceof ValueLiteralExpression literal)) {
            return Optional.empty();
        }
        String pattern = literal.getValueAs(String.class).orElse("");
        String prefix = pattern.endsWith("%") ? pattern.substring(0, pattern.length() - 1) : "";
        boolean simple = !prefix.isEmpty() && prefix.chars().noneMatch(c -> c == '%' || c == '_' || c == '\\');
        char last = simple ? prefix.charAt(prefix.length() - 1) : 0;
        // Behind other characters comes no single one that is sure to be the next in UTF-8.
        if (!simple
                || last >= 0x7f
                || !(left instanceof FieldReferenceExpression field)
                || !isColumn(field)
                || !isText(type(field))) {
            return Optional.empty();
        }
        String next = prefix.substring(0, prefix.length() - 1) + (char) (last + 1);
        return Optional.of(new And(List.of(
                new Compare(field.getName(), Relation.GREATER_OR_EQUAL, new Value.Text(prefix)),
                new Compare(field.getName(), Relation.LESS, new Value.Text(next)))));
    }

    /** The literal as a value of the type of the column; empty if it is none. */
    private static Optional<Value> value(LogicalType type, ValueLiteralExpression literal) {
        if (literal.isNull()) {
            return Optional.empty();
        }
        return switch (type.getTypeRoot()) {
            case BOOLEAN -> literal.getValueAs(Boolean.class).map(Value.Bool::new);
            case TINYINT, SMALLINT, INTEGER, BIGINT ->
                exact(literal, 0)
                        .filter(value -> value.bitLength() < Long.SIZE)
                        .map(value -> new Value.Whole(value.longValue()));
            case DECIMAL -> {
                int scale = ((DecimalType) type).getScale();
                yield exact(literal, scale).map(value -> new Value.Decimal(new BigDecimal(value, scale)));
            }
            case FLOAT ->
                isOf(literal, type)
                        ? literal.getValueAs(Float.class)
                                .filter(value -> !value.isNaN())
                                .map(Value.Single::new)
                        : Optional.empty();
            case DOUBLE ->
                isOf(literal, type)
                        ? literal.getValueAs(Double.class)
                                .filter(value -> !value.isNaN())
                                .map(Value.Real::new)
                        : Optional.empty();
            case VARCHAR -> literal.getValueAs(String.class).map(Value.Text::new);
            case DATE -> literal.getValueAs(LocalDate.class).map(date -> new Value.Whole(date.toEpochDay()));
            default -> Optional.empty();
        };
    }

    /** The digits of a number, if it has no more of them behind the point than its column. */
    private static Optional<BigInteger> exact(ValueLiteralExpression literal, int scale) {
        return switch (literal.getOutputDataType().getLogicalType().getTypeRoot()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
                literal.getValueAs(BigDecimal.class)
                        .map(BigDecimal::stripTrailingZeros)
                        .filter(value -> value.scale() <= scale)
                        .map(value -> value.setScale(scale).unscaledValue());
            default -> Optional.empty();
        };
    }

    private static boolean isOf(ValueLiteralExpression literal, LogicalType type) {
        return literal.getOutputDataType().getLogicalType().getTypeRoot() == type.getTypeRoot();
    }

    private boolean isColumn(FieldReferenceExpression field) {
        return PLAIN_NAME.matcher(field.getName()).matches()
                && columns.getFieldNames().contains(field.getName());
    }

    private static boolean isText(LogicalType type) {
        return switch (type.getTypeRoot()) {
            case VARCHAR -> true;
            default -> false;
        };
    }

    private static LogicalType type(FieldReferenceExpression field) {
        return field.getOutputDataType().getLogicalType();
    }
}
