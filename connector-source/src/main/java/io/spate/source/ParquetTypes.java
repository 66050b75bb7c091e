package io.spate.source;

import org.apache.flink.table.data.columnar.vector.ColumnVector;
import org.apache.flink.table.data.columnar.vector.writable.WritableColumnVector;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Which types of a table a column of a file can be read as, its values being the same. Flink's decoders look at how values
 * are stored and not at what they mean; those of columns that are not within others are asked for the stored values, of
 * which {@link ParquetNumbers} makes those of the table.
 */
final class ParquetTypes {
    private ParquetTypes() {}

    /** Whether values of a column have the meaning that the table gives them. */
    static boolean fits(PrimitiveType file, LogicalType wanted) {
        LogicalTypeAnnotation meaning = file.getLogicalTypeAnnotation();
        return switch (wanted.getTypeRoot()) {
            case DECIMAL ->
                meaning instanceof DecimalLogicalTypeAnnotation decimal && fits(decimal, (DecimalType) wanted);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> meaning == null || meaning instanceof IntLogicalTypeAnnotation;
            case DATE -> meaning == null || meaning instanceof DateLogicalTypeAnnotation;
            case TIME_WITHOUT_TIME_ZONE -> meaning == null || meaning instanceof TimeLogicalTypeAnnotation;
            case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                file.getPrimitiveTypeName() == PrimitiveTypeName.INT96
                        || meaning instanceof TimestampLogicalTypeAnnotation;
            default -> !(meaning instanceof DecimalLogicalTypeAnnotation);
        };
    }

    /** The same for a column within others, where Flink's decoders give the values as they are. */
    static boolean fitsNested(PrimitiveType file, LogicalType wanted) {
        return fits(file, wanted)
                && switch (wanted.getTypeRoot()) {
                    case TINYINT -> maxBits(file) <= Byte.SIZE;
                    case SMALLINT -> maxBits(file) <= Short.SIZE;
                    case INTEGER -> maxBits(file) <= Integer.SIZE;
                    case BIGINT -> maxBits(file) <= Long.SIZE;
                    default -> true;
                };
    }

    /** What a decoder of Flink is asked for, for a column that fits. */
    static LogicalType decoded(PrimitiveType file, LogicalType wanted) {
        if (!isNumber(file, wanted)) {
            return wanted;
        }
        boolean nullable = wanted.isNullable();
        return switch (file.getPrimitiveTypeName()) {
            case INT32 -> new IntType(nullable);
            case INT64 -> new BigIntType(nullable);
            case BINARY -> new VarBinaryType(nullable, VarBinaryType.MAX_LENGTH);
            case FIXED_LEN_BYTE_ARRAY ->
                // Of so many digits it gives the bytes.
                new DecimalType(nullable, DecimalType.MAX_PRECISION, ((DecimalType) wanted).getScale());
            default -> wanted;
        };
    }

    /** The values of the table, of a vector of what was decoded. */
    static ColumnVector readable(WritableColumnVector decoded, PrimitiveType file, LogicalType wanted) {
        return isNumber(file, wanted) ? new ParquetNumbers(decoded, file, wanted) : decoded;
    }

    /** Whether numbers have to be made of what is stored; most whole numbers are what is stored. */
    private static boolean isNumber(PrimitiveType file, LogicalType wanted) {
        return switch (wanted.getTypeRoot()) {
            case DECIMAL -> true;
            case TINYINT, SMALLINT -> file.getPrimitiveTypeName() == PrimitiveTypeName.INT32;
            case INTEGER -> file.getPrimitiveTypeName() == PrimitiveTypeName.INT32 && isUnsigned(file);
            case BIGINT -> file.getPrimitiveTypeName() == PrimitiveTypeName.INT32 || isUnsigned(file);
            default -> false;
        };
    }

    static boolean isUnsigned(PrimitiveType file) {
        return file.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation number && !number.isSigned();
    }

    private static boolean fits(DecimalLogicalTypeAnnotation file, DecimalType wanted) {
        return file.getScale() == wanted.getScale() && file.getPrecision() <= wanted.getPrecision();
    }

    /** How many bits a signed number needs to hold all of a column. */
    private static int maxBits(PrimitiveType file) {
        if (file.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation number) {
            return number.isSigned() ? number.getBitWidth() : number.getBitWidth() + 1;
        }
        return file.getPrimitiveTypeName() == PrimitiveTypeName.INT32 ? Integer.SIZE : Long.SIZE;
    }
}
