package io.spate.source;

import java.util.List;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.expressions.CallExpression;
import org.apache.flink.table.expressions.FieldReferenceExpression;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.types.DataType;

/** Conditions as the planner hands them to sources. */
final class Expressions {
    private Expressions() {}

    static ResolvedExpression call(BuiltInFunctionDefinition function, ResolvedExpression... operands) {
        return CallExpression.permanent(function, List.of(operands), DataTypes.BOOLEAN());
    }

    static ResolvedExpression column(DataType table, String name) {
        int index = DataType.getFieldNames(table).indexOf(name);
        return new FieldReferenceExpression(
                name, DataType.getFieldDataTypes(table).get(index), 0, index);
    }

    static ResolvedExpression literal(Object value, DataType type) {
        return new ValueLiteralExpression(value, type.notNull());
    }
}
