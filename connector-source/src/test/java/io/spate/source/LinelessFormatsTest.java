package io.spate.source;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.table.LineFormats;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LinelessFormatsTest {
    private static final RowType COLUMNS =
            (RowType) DataTypes.ROW(DataTypes.FIELD("id", DataTypes.INT())).getLogicalType();

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "avro-confluent", "debezium-avro-confluent", "json-of-others"})
    void check_formatOfMessages_isRefusedNamingIt(String format) {
        assertThatThrownBy(() -> LineFormats.check(format, COLUMNS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("option 'format' = '" + format + "' has no line ends between records");
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "json", "debezium-json", "canal-json", "maxwell-json", "ogg-json"})
    void check_formatOfLines_isTaken(String format) {
        assertThatCode(() -> LineFormats.check(format, COLUMNS)).doesNotThrowAnyException();
    }
}
