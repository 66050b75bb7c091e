package io.spate.sink;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

import io.spate.engine.PartitionLayout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PartitionBucketsTest {
    @Test
    void bucketOf_values_areOneTextEach() {
        assertThat(bucket(new VarCharType(), StringData.fromString("a/b"))).isEqualTo("c=a%2Fb");
        assertThat(bucket(new BigIntType(), -7L)).isEqualTo("c=-7");
        assertThat(bucket(new BooleanType(), true)).isEqualTo("c=true");
        assertThat(bucket(new DecimalType(12, 2), DecimalData.fromBigDecimal(new BigDecimal("1000000000.00"), 12, 2)))
                .isEqualTo("c=1000000000.00");
        assertThat(bucket(new DateType(), (int) LocalDate.parse("2026-11-30").toEpochDay()))
                .isEqualTo("c=2026-11-30");
        assertThat(bucket(new TimeType(3), 45_296_007)).isEqualTo("c=12%3A34%3A56.007");
        assertThat(bucket(
                        new TimestampType(3),
                        TimestampData.fromLocalDateTime(LocalDateTime.parse("2026-11-30T12:00:00"))))
                .isEqualTo("c=2026-11-30 12%3A00%3A00");
        assertThat(bucket(new VarCharType(), null)).isEqualTo("c=__HIVE_DEFAULT_PARTITION__");
    }

    @Test
    void bucketOf_rowAfterRow_isThatOfEach() {
        PartitionBuckets buckets = buckets(new BigIntType());

        assertThat(List.of(1L, 1L, 2L, 1L).stream()
                        .map(value -> buckets.bucketOf(GenericRowData.of(value), null))
                        .toList())
                .containsExactly("c=1", "c=1", "c=2", "c=1");
    }

    @Test
    void bucketOf_alternatingPartitions_areTextsMadeOnce() {
        PartitionBuckets buckets = buckets(new BigIntType());
        String first = buckets.bucketOf(GenericRowData.of(1L), null);
        String second = buckets.bucketOf(GenericRowData.of(2L), null);

        assertThat(buckets.bucketOf(GenericRowData.of(1L), null)).isSameAs(first);
        assertThat(buckets.bucketOf(GenericRowData.of(2L), null)).isSameAs(second);
    }

    @Test
    void bucketOf_manyPartitions_areForgottenAndMadeAgain() {
        PartitionBuckets buckets = buckets(new BigIntType());
        String first = buckets.bucketOf(GenericRowData.of(0L), null);
        for (long value = 1; value < 10_000; value++) {
            assertThat(buckets.bucketOf(GenericRowData.of(value), null)).isEqualTo("c=" + value);
        }

        assertThat(buckets.bucketOf(GenericRowData.of(0L), null))
                .isEqualTo(first)
                .isNotSameAs(first);
    }

    @Test
    void of_typeThatNamesNoDirectory_isRefusedByName() {
        for (LogicalType type : List.of(new VarBinaryType(), new LocalZonedTimestampType())) {
            assertThatThrownBy(() -> buckets(type))
                    .isInstanceOf(ValidationException.class)
                    .hasMessageContaining("column 'c' of type " + type.asSummaryString() + " cannot name a directory");
        }
    }

    private static String bucket(LogicalType type, Object value) {
        return buckets(type).bucketOf(GenericRowData.of(value), null);
    }

    private static PartitionBuckets buckets(LogicalType type) {
        return new PartitionBuckets(
                PartitionLayout.of(List.of("c"), Optional.empty()), List.of(PartitionText.of("c", type, 0)));
    }
}
