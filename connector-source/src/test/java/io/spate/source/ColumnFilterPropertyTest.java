package io.spate.source;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.expressions.ValueLiteralExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;

import static org.assertj.core.api.Assertions.assertThat;

/** Filters leave out no row that fits, whatever they are. */
@Timeout(120)
final class ColumnFilterPropertyTest {
    private static final DataType TYPE = DataTypes.ROW(
            DataTypes.FIELD("small", DataTypes.SMALLINT()),
            DataTypes.FIELD("whole", DataTypes.INT()),
            DataTypes.FIELD("lar.ge", DataTypes.BIGINT()),
            DataTypes.FIELD("price", DataTypes.DECIMAL(9, 2)),
            DataTypes.FIELD("amount", DataTypes.DECIMAL(18, 3)),
            DataTypes.FIELD("huge", DataTypes.DECIMAL(30, 2)),
            DataTypes.FIELD("single", DataTypes.FLOAT()),
            DataTypes.FIELD("real", DataTypes.DOUBLE()),
            DataTypes.FIELD("flag", DataTypes.BOOLEAN()),
            DataTypes.FIELD("name", DataTypes.STRING()),
            DataTypes.FIELD("day", DataTypes.DATE()));
    private static final RowType ROW = (RowType) TYPE.getLogicalType();
    private static final List<BuiltInFunctionDefinition> COMPARISONS = List.of(
            BuiltInFunctionDefinitions.EQUALS,
            BuiltInFunctionDefinitions.NOT_EQUALS,
            BuiltInFunctionDefinitions.LESS_THAN,
            BuiltInFunctionDefinitions.LESS_THAN_OR_EQUAL,
            BuiltInFunctionDefinitions.GREATER_THAN,
            BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL);

    /** An expression, and what it is for a row: empty for unknown. */
    private record Condition(ResolvedExpression expression, Function<RowData, Optional<Boolean>> truth) {}

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc"})
    void next_randomConditions_givesEveryRowThatFits(String format) throws IOException {
        Random random = new Random(23);
        List<RowData> rows = rows(format.equals("orc") ? 6000 : 2000, random);
        byte[] object = ColumnFiles.write(format, TYPE, rows, pieces(format));
        int[][] projection = ColumnFiles.all(TYPE);
        int read = 0;
        for (int round = 0; round < 150; round++) {
            Condition condition = condition(random, 3);
            RecordFormat<RowData> filtered =
                    ColumnFiles.format(format, TYPE, projection, List.of(condition.expression()));
            List<RowData> given = ColumnFiles.read(filtered, ROW, object);
            read += given.size();
            assertThat(fitting(given, condition))
                    .as("%s", condition.expression())
                    .isEqualTo(fitting(ColumnFiles.comparable(ROW, rows), condition));
        }
        // Or else nothing was left out at all.
        assertThat(read).isLessThan(150 * rows.size() * 9 / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc"})
    void position_behindRowsThatFit_restoresTheRest(String format) throws IOException {
        List<RowData> rows = rows(6000, new Random(3));
        byte[] object = ColumnFiles.write(format, TYPE, rows, pieces(format));
        ByteRange range = new ByteRange(0, object.length);
        Condition condition = both(
                BuiltInFunctionDefinitions.OR,
                compared(BuiltInFunctionDefinitions.LESS_THAN, 300),
                compared(BuiltInFunctionDefinitions.GREATER_THAN, 1500));
        RecordFormat<RowData> filtered =
                ColumnFiles.format(format, TYPE, new int[][] {{1}, {9}}, List.of(condition.expression()));
        RowType produced =
                (RowType) DataTypes.ROW(DataTypes.INT(), DataTypes.STRING()).getLogicalType();
        List<RowData> whole = ColumnFiles.read(filtered, produced, object);
        try (RecordReader<RowData> reader = filtered.reader(BytesInput.generous(object), range, 0)) {
            for (int read = 1; read < whole.size(); read++) {
                assertThat(reader.next(row -> {})).isEqualTo(RecordReader.Outcome.UNIT);
                if (read % 71 == 0 || read % 1000 < 2 || read % 1000 > 998) {
                    assertThat(ColumnFiles.read(
                                    filtered,
                                    produced,
                                    BytesInput.generous(object),
                                    range,
                                    reader.position(),
                                    reader.skip()))
                            .isEqualTo(whole.subList(read, whole.size()));
                }
            }
        }
        assertThat(whole).hasSizeLessThan(rows.size());
    }

    private static Condition compared(BuiltInFunctionDefinition function, int value) {
        return new Condition(
                Expressions.call(function, column(1), Expressions.literal(value, DataTypes.INT())),
                row -> Optional.empty());
    }

    private static Map<String, String> pieces(String format) {
        return format.equals("orc")
                ? Map.of("orc.stripe.size", "10000", "orc.row.index.stride", "1000")
                : Map.of("parquet.block.size", "1000");
    }

    private static List<RowData> fitting(List<RowData> rows, Condition condition) {
        return rows.stream()
                .filter(row -> condition.truth().apply(row).orElse(false))
                .toList();
    }

    private static Condition condition(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 8)) {
            case 0 -> nullness(random);
            case 1 -> flag();
            case 2, 3, 4 -> comparison(random);
            case 5 -> not(condition(random, depth - 1));
            case 6 -> both(BuiltInFunctionDefinitions.AND, condition(random, depth - 1), condition(random, depth - 1));
            default -> both(BuiltInFunctionDefinitions.OR, condition(random, depth - 1), condition(random, depth - 1));
        };
    }

    private static Condition not(Condition condition) {
        return new Condition(
                Expressions.call(BuiltInFunctionDefinitions.NOT, condition.expression()),
                row -> condition.truth().apply(row).map(truth -> !truth));
    }

    private static Condition both(BuiltInFunctionDefinition function, Condition left, Condition right) {
        // What decides, whatever the other side is.
        boolean deciding = function == BuiltInFunctionDefinitions.OR;
        return new Condition(Expressions.call(function, left.expression(), right.expression()), row -> {
            Optional<Boolean> one = left.truth().apply(row);
            Optional<Boolean> other = right.truth().apply(row);
            if (one.equals(Optional.of(deciding)) || other.equals(Optional.of(deciding))) {
                return Optional.of(deciding);
            }
            return one.isEmpty() || other.isEmpty() ? Optional.empty() : Optional.of(!deciding);
        });
    }

    private static Condition nullness(Random random) {
        int column = random.nextInt(ROW.getFieldCount());
        boolean isNull = random.nextBoolean();
        return new Condition(
                Expressions.call(
                        isNull ? BuiltInFunctionDefinitions.IS_NULL : BuiltInFunctionDefinitions.IS_NOT_NULL,
                        column(column)),
                row -> Optional.of(row.isNullAt(column) == isNull));
    }

    private static Condition flag() {
        return new Condition(column(8), row -> row.isNullAt(8) ? Optional.empty() : Optional.of(row.getBoolean(8)));
    }

    private static Condition comparison(Random random) {
        int column = IntStream.generate(() -> random.nextInt(ROW.getFieldCount()))
                .filter(index -> index != 8)
                .findFirst()
                .orElseThrow();
        BuiltInFunctionDefinition function = COMPARISONS.get(random.nextInt(COMPARISONS.size()));
        int place = random.nextInt(2200) - 100;
        ResolvedExpression literal = literal(column, place, random);
        boolean mirrored = random.nextInt(4) == 0;
        ResolvedExpression expression = mirrored
                ? Expressions.call(function, literal, column(column))
                : Expressions.call(function, column(column), literal);
        Object value = ((ValueLiteralExpression) literal)
                .getValueAs(literal.getOutputDataType().getConversionClass())
                .orElseThrow();
        return new Condition(
                expression,
                row -> row.isNullAt(column)
                        ? Optional.empty()
                        : Optional.of(holds(function, mirrored, order(row, column, value))));
    }

    /** Of a comparison with NaN only being unequal is true. */
    private static boolean holds(BuiltInFunctionDefinition function, boolean mirrored, Optional<Integer> found) {
        if (found.isEmpty()) {
            return function == BuiltInFunctionDefinitions.NOT_EQUALS;
        }
        int order = mirrored ? -found.get() : found.get();
        return switch (COMPARISONS.indexOf(function)) {
            case 0 -> order == 0;
            case 1 -> order != 0;
            case 2 -> order < 0;
            case 3 -> order <= 0;
            case 4 -> order > 0;
            default -> order >= 0;
        };
    }

    private static Optional<Integer> order(RowData row, int column, Object value) {
        return switch (column) {
            case 0 -> Optional.of(Short.compare(row.getShort(0), (Short) value));
            case 1 -> Optional.of(Integer.compare(row.getInt(1), (Integer) value));
            case 2 -> Optional.of(Long.compare(row.getLong(2), (Long) value));
            case 3 -> Optional.of(row.getDecimal(3, 9, 2).toBigDecimal().compareTo((BigDecimal) value));
            case 4 -> Optional.of(row.getDecimal(4, 18, 3).toBigDecimal().compareTo((BigDecimal) value));
            case 5 -> Optional.of(row.getDecimal(5, 30, 2).toBigDecimal().compareTo((BigDecimal) value));
            case 6 -> order(row.getFloat(6), (Float) value);
            case 7 -> order(row.getDouble(7), (Double) value);
            case 9 -> Optional.of(row.getString(9).compareTo(StringData.fromString((String) value)));
            default -> Optional.of(Long.compare(row.getInt(10), ((LocalDate) value).toEpochDay()));
        };
    }

    /** As numbers are compared: zeros are equal, and NaN is nothing. */
    private static Optional<Integer> order(double left, double right) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return Optional.empty();
        }
        return Optional.of(left < right ? -1 : left > right ? 1 : 0);
    }

    private static ResolvedExpression column(int index) {
        return Expressions.column(TYPE, ROW.getFieldNames().get(index));
    }

    private static ResolvedExpression literal(int column, int place, Random random) {
        BigDecimal decimal = BigDecimal.valueOf(place).setScale(2);
        return switch (column) {
            case 0 -> Expressions.literal((short) place, DataTypes.SMALLINT());
            case 1 -> Expressions.literal(place, DataTypes.INT());
            case 2 -> Expressions.literal((long) place, DataTypes.BIGINT());
            case 3 -> Expressions.literal(decimal, DataTypes.DECIMAL(9, 2));
            case 4 -> Expressions.literal(decimal, DataTypes.DECIMAL(18, 3));
            case 5 -> Expressions.literal(decimal, DataTypes.DECIMAL(30, 2));
            case 6 -> Expressions.literal(floating(place, random), DataTypes.FLOAT());
            case 7 -> Expressions.literal((double) floating(place, random), DataTypes.DOUBLE());
            case 9 -> Expressions.literal("n" + place, DataTypes.STRING());
            default -> Expressions.literal(LocalDate.ofEpochDay(place), DataTypes.DATE());
        };
    }

    private static float floating(int place, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 0.0f;
            case 1 -> -0.0f;
            default -> place;
        };
    }

    /** Rows that grow, so that each piece of the file has some values only. */
    private static List<RowData> rows(int count, Random random) {
        List<RowData> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int value = i * 2000 / count / 50 * 50 + random.nextInt(random.nextInt(20) + 1);
            float floating = random.nextInt(50) == 0 ? Float.NaN : i % 700 < 200 ? i % 2 * -0.0f : value;
            GenericRowData row = GenericRowData.of(
                    (short) value,
                    value,
                    (long) value,
                    DecimalData.fromBigDecimal(BigDecimal.valueOf(value), 9, 2),
                    DecimalData.fromBigDecimal(BigDecimal.valueOf(value), 18, 3),
                    DecimalData.fromBigDecimal(BigDecimal.valueOf(value), 30, 2),
                    floating,
                    (double) floating,
                    i / 100 % 3 == 0 ? i % 2 == 0 : i / 100 % 3 == 1,
                    StringData.fromString("n" + value),
                    value);
            for (int column = 0; column < row.getArity(); column++) {
                if (i / 150 % 7 == column || random.nextInt(40) == 0) {
                    row.setField(column, null);
                }
            }
            rows.add(row);
        }
        return rows;
    }
}
