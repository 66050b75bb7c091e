package io.spate.source;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Decimals in every form that a file may hold them in. */
@Timeout(60)
final class ParquetDecimalsTest {
    private static final int SCALE = 2;

    @ParameterizedTest
    @CsvSource({
        "int32, 7, 7",
        "int32, 9, 9",
        "int32, 9, 18",
        "int32, 9, 30",
        "int64, 9, 9",
        "int64, 10, 10",
        "int64, 18, 18",
        "int64, 18, 38",
        "fixed_len_byte_array(3), 6, 6",
        "fixed_len_byte_array(5), 10, 10",
        "fixed_len_byte_array(8), 18, 18",
        "fixed_len_byte_array(8), 9, 9",
        "fixed_len_byte_array(16), 5, 5",
        "fixed_len_byte_array(16), 18, 18",
        "fixed_len_byte_array(16), 38, 38",
        "fixed_len_byte_array(9), 19, 25",
        "binary, 7, 7",
        "binary, 18, 18",
        "binary, 19, 19",
        "binary, 38, 38",
        "binary, 9, 38",
    })
    void next_decimals_areThose(String physical, int precisionOfFile, int precisionOfTable) throws IOException {
        String column = " " + physical + " c (DECIMAL(" + precisionOfFile + ", " + SCALE + "))";
        List<BigDecimal> values = decimals(precisionOfFile);
        for (ParquetFiles files : List.of(
                ParquetFiles.of("optional" + column, false),
                ParquetFiles.of("optional" + column, true),
                ParquetFiles.of("optional" + column, true).withDictionariesOf(4000))) {
            byte[] object = files.write(values, ParquetDecimalsTest::add);

            assertThat(read(object, precisionOfTable)).isEqualTo(values);
        }
    }

    @ParameterizedTest
    @CsvSource({"int32, 9", "int64, 18", "fixed_len_byte_array(5), 10", "fixed_len_byte_array(4), 9", "binary, 30"})
    void next_requiredDecimals_areThose(String physical, int precision) throws IOException {
        List<BigDecimal> values = new ArrayList<>(decimals(precision));
        values.removeIf(value -> value == null);
        for (boolean dictionary : new boolean[] {false, true}) {
            byte[] object = ParquetFiles.of(
                            "required " + physical + " c (DECIMAL(" + precision + ", " + SCALE + "))", dictionary)
                    .write(values, ParquetDecimalsTest::add);

            assertThat(read(object, precision)).isEqualTo(values);
        }
    }

    @ParameterizedTest
    @CsvSource({"int32, 9", "int64, 18", "fixed_len_byte_array(5), 10", "binary, 30"})
    void next_decimalsOfMoreDigitsThanTheTableHas_failNamingBoth(String physical, int precision) throws IOException {
        byte[] object = ParquetFiles.of("optional " + physical + " c (DECIMAL(" + precision + ", 2))", false)
                .write(decimals(precision), ParquetDecimalsTest::add);

        assertThatThrownBy(() -> read(object, precision - 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("column c is 'optional " + physical + " c (DECIMAL(" + precision)
                .hasMessageContaining("DECIMAL(" + (precision - 1) + ", 2) in the table");
    }

    @ParameterizedTest
    @CsvSource({"int32, 8", "int64, 17", "fixed_len_byte_array(5), 9", "binary, 20"})
    void next_decimalsOfMoreDigitsThanTheFileSays_failNamingTheColumn(String physical, int precision)
            throws IOException {
        List<BigDecimal> values = List.of(new BigDecimal(BigInteger.TEN.pow(precision), SCALE));
        byte[] object = ParquetFiles.of("optional " + physical + " c (DECIMAL(" + precision + ", 2))", true)
                .write(values, ParquetDecimalsTest::add);

        assertThatThrownBy(() -> read(object, precision))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("column c has " + values.get(0))
                .hasMessageContaining("DECIMAL(" + precision + ", 2)");
    }

    @Test
    void next_numberThatIsNoDecimalForDecimal_failsNamingBoth() throws IOException {
        byte[] object =
                ParquetFiles.of("optional int64 c", false).write(List.of(7L), (row, value) -> row.add("c", value));

        assertThatThrownBy(() -> read(object, 18)).hasMessageContaining("column c is 'optional int64 c'");
    }

    @Test
    void next_decimalForTypeThatIsNone_failsNamingBoth() throws IOException {
        for (DataType type : List.of(DataTypes.INT(), DataTypes.BIGINT(), DataTypes.STRING(), DataTypes.BYTES())) {
            for (String physical : List.of("int32", "int64", "binary")) {
                byte[] object = ParquetFiles.of("optional " + physical + " c (DECIMAL(9, 2))", false)
                        .write(decimals(9), ParquetDecimalsTest::add);

                assertThatThrownBy(() -> ParquetFiles.read(object, type))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("column c is 'optional " + physical + " c (DECIMAL(9,2))'");
            }
        }
    }

    private static List<BigDecimal> read(byte[] object, int precision) throws IOException {
        List<BigDecimal> values = new ArrayList<>();
        for (RowData row : ParquetFiles.read(object, DataTypes.DECIMAL(precision, SCALE))) {
            values.add(
                    row.isNullAt(0) ? null : row.getDecimal(0, precision, SCALE).toBigDecimal());
        }
        return values;
    }

    /** Few enough in the first half to be in a dictionary. */
    private static List<BigDecimal> decimals(int precision) {
        BigInteger largest = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
        List<BigInteger> some = Arrays.asList(
                BigInteger.ZERO, BigInteger.ONE, null, BigInteger.ONE.negate(), largest, largest.negate());
        List<BigDecimal> values = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            BigInteger unscaled = i < 1000 ? some.get(i % some.size()) : BigInteger.valueOf(i - 1500);
            values.add(unscaled == null ? null : new BigDecimal(unscaled, SCALE));
        }
        return values;
    }

    private static void add(Group row, BigDecimal value) {
        if (value != null) {
            BigInteger unscaled = value.unscaledValue();
            switch (row.getType().getType(0).asPrimitiveType().getPrimitiveTypeName()) {
                case INT32 -> row.add("c", unscaled.intValueExact());
                case INT64 -> row.add("c", unscaled.longValueExact());
                case BINARY -> row.add("c", Binary.fromConstantByteArray(unscaled.toByteArray()));
                default ->
                    row.add(
                            "c",
                            fixed(
                                    unscaled,
                                    row.getType().getType(0).asPrimitiveType().getTypeLength()));
            }
        }
    }

    private static Binary fixed(BigInteger unscaled, int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, unscaled.signum() < 0 ? (byte) -1 : 0);
        byte[] some = unscaled.toByteArray();
        System.arraycopy(some, 0, bytes, length - some.length, some.length);
        return Binary.fromConstantByteArray(bytes);
    }
}
