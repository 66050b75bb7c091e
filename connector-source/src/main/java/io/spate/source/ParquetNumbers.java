package io.spate.source;

import java.math.BigDecimal;
import java.math.BigInteger;

import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.columnar.vector.ByteColumnVector;
import org.apache.flink.table.data.columnar.vector.BytesColumnVector;
import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.DecimalColumnVector;
import org.apache.flink.table.data.columnar.vector.IntColumnVector;
import org.apache.flink.table.data.columnar.vector.LongColumnVector;
import org.apache.flink.table.data.columnar.vector.ShortColumnVector;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Whole numbers and decimals, of the numbers or bytes that they are stored as. One that the type of the table cannot hold
 * is an {@link ArithmeticException} that names column and value, and not another number.
 */
final class ParquetNumbers
        implements ByteColumnVector, ShortColumnVector, IntColumnVector, LongColumnVector, DecimalColumnVector {
    private static final long UNSIGNED_INT = 0xFFFF_FFFFL;

    private final ColumnVector stored;
    private final String column;
    private final boolean unsigned;
    private final LogicalType wanted;

    /** @param stored of int, long or bytes */
    ParquetNumbers(ColumnVector stored, PrimitiveType file, LogicalType wanted) {
        this.stored = stored;
        this.column = file.getName();
        this.unsigned = ParquetTypes.isUnsigned(file);
        this.wanted = wanted;
    }

    @Override
    public boolean isNullAt(int row) {
        return stored.isNullAt(row);
    }

    @Override
    public byte getByte(int row) {
        long value = getLong(row);
        if (value != (byte) value) {
            throw misfit(BigInteger.valueOf(value));
        }
        return (byte) value;
    }

    @Override
    public short getShort(int row) {
        long value = getLong(row);
        if (value != (short) value) {
            throw misfit(BigInteger.valueOf(value));
        }
        return (short) value;
    }

    @Override
    public int getInt(int row) {
        long value = getLong(row);
        if (value != (int) value) {
            throw misfit(BigInteger.valueOf(value));
        }
        return (int) value;
    }

    @Override
    public long getLong(int row) {
        if (stored instanceof IntColumnVector ints) {
            return unsigned ? ints.getInt(row) & UNSIGNED_INT : ints.getInt(row);
        }
        long value = ((LongColumnVector) stored).getLong(row);
        if (unsigned && value < 0) {
            throw misfit(new BigInteger(Long.toUnsignedString(value)));
        }
        return value;
    }

    @Override
    public DecimalData getDecimal(int row, int precision, int scale) {
        BigDecimal value = new BigDecimal(unscaled(row), scale);
        if (value.precision() > precision) {
            throw misfit(value);
        }
        return DecimalData.fromBigDecimal(value, precision, scale);
    }

    private BigInteger unscaled(int row) {
        return stored instanceof BytesColumnVector bytes
                ? new BigInteger(bytes.getBytes(row).getBytes())
                : BigInteger.valueOf(getLong(row));
    }

    private ArithmeticException misfit(Number value) {
        return new ArithmeticException(
                "column " + column + " has " + value + ", which is not in the range of " + wanted.asSummaryString());
    }
}
