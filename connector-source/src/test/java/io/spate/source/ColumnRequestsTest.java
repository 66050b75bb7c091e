package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.expressions.ResolvedExpression;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.types.DataType;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.spate.engine.ByteRange;
import io.spate.engine.CountingStore;
import io.spate.engine.Engine;
import io.spate.engine.MemoryStore;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;
import io.spate.engine.Operation;
import io.spate.engine.SpateOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Which bytes of files of columns are fetched. */
@Timeout(120)
final class ColumnRequestsTest {
    private static final ObjectUri URI = ObjectUri.parse("spate://bucket/key");
    private static final DataType TYPE = DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.BIGINT()),
            DataTypes.FIELD("payload", DataTypes.BYTES()),
            DataTypes.FIELD("noise", DataTypes.BIGINT()));
    private static final int ROWS = 4000;
    private static final int[][] ID_AND_NOISE = {{0}, {2}};

    private final MemoryStore memory = new MemoryStore();
    private final CountingStore store = new CountingStore(memory);
    private final Counter bytesIn = new SimpleCounter();

    @Test
    void next_parquetWithFilter_fetchesTheEndAndTheWantedColumnsOfMatchingGroups() throws IOException {
        byte[] object = file("parquet");
        ResolvedExpression filter = Expressions.call(
                BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL,
                Expressions.column(TYPE, "id"),
                Expressions.literal(3000L, DataTypes.BIGINT()));
        List<BlockMetaData> groups = groups(object);
        List<ByteRange> expected = new ArrayList<>();
        long rows = 0;
        long first = 0;
        for (BlockMetaData group : groups) {
            first += group.getRowCount();
            if (first > 3000) {
                rows += group.getRowCount();
                expected.add(range(group.getColumns().get(0)));
                expected.add(range(group.getColumns().get(2)));
            }
        }
        ByteRange tail = new ByteRange(object.length - ColumnInput.TAIL, object.length);
        expected.removeIf(range -> range.start() >= tail.start());
        expected.add(tail);

        assertThat(groups).hasSizeGreaterThan(5);
        assertThat(read("parquet", ID_AND_NOISE, List.of(filter), object)).hasSize((int) rows);
        assertThat(ranges()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(store.count(Operation.HEAD)).isZero();
        assertThat(bytesIn.getCount()).isBetween(1L, object.length / 4L);
    }

    @Test
    void next_parquetRestored_fetchesNoGroupThatWasRead() throws IOException {
        byte[] object = file("parquet");
        BlockMetaData third = groups(object).get(2);
        List<RowData> rows = read(
                "parquet", ID_AND_NOISE, List.of(), object, new ByteRange(0, object.length), third.getStartingPos(), 7);

        assertThat(rows.get(0).getLong(0))
                .isEqualTo(groups(object).get(0).getRowCount()
                        + groups(object).get(1).getRowCount()
                        + 7);
        assertThat(ranges()).allMatch(range -> range.start() >= third.getStartingPos());
    }

    @Test
    void next_orcWithFilter_fetchesLittleOfTheRest() throws IOException {
        byte[] object = file("orc");
        ResolvedExpression filter = Expressions.call(
                BuiltInFunctionDefinitions.GREATER_THAN_OR_EQUAL,
                Expressions.column(TYPE, "id"),
                Expressions.literal((long) ROWS, DataTypes.BIGINT()));

        assertThat(read("orc", ID_AND_NOISE, List.of(filter), object)).isEmpty();
        assertThat(store.count(Operation.HEAD)).isZero();
        assertThat(bytesIn.getCount()).isBetween(1L, object.length / 4L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "orc"})
    void next_smallFile_isOneRequest(String format) throws IOException {
        byte[] object = ColumnFiles.write(format, TYPE, rows(20), Map.of());

        assertThat(read(format, ColumnFiles.all(TYPE), List.of(), object)).hasSize(20);
        assertThat(ranges()).containsExactly(new ByteRange(0, object.length));
    }

    @Test
    void next_avro_isReadOnceInSequence() throws IOException {
        byte[] object = file("avro");

        assertThat(read("avro", ColumnFiles.all(TYPE), List.of(), object)).hasSize(ROWS);
        assertThat(ranges().stream().mapToLong(ByteRange::length).sum()).isLessThan(object.length + (1L << 20));
    }

    private List<RowData> read(String format, int[][] projection, List<ResolvedExpression> filters, byte[] object)
            throws IOException {
        return read(format, projection, filters, object, new ByteRange(0, object.length), 0, 0);
    }

    private List<RowData> read(
            String format,
            int[][] projection,
            List<ResolvedExpression> filters,
            byte[] object,
            ByteRange range,
            long offset,
            long skip)
            throws IOException {
        ObjectInfo info = memory.put(URI, object);
        RecordFormat<RowData> records = ColumnFiles.format(format, TYPE, projection, filters);
        List<RowData> rows = new ArrayList<>();
        try (Engine engine = Engine.over(store, SpateOptions.of(Map.of("read.range-size", "1m")))) {
            ByteRange touched = records.expectedRange(info, range);
            try (ObjectInput input = new EngineInputs(engine, false).open(info, touched, touched);
                    RecordReader<RowData> reader =
                            records.reader(new CountedInput(input, bytesIn, () -> {}), range, offset, skip)) {
                while (reader.next(rows::add) != RecordReader.Outcome.END) {}
            }
        }
        return rows;
    }

    private List<ByteRange> ranges() {
        return store.requests().stream()
                .flatMap(request -> request.range().stream())
                .toList();
    }

    private static List<BlockMetaData> groups(byte[] object) throws IOException {
        ParquetInput input = new ParquetInput(new ColumnInput(BytesInput.generous(object)));
        try (ParquetFileReader reader = ParquetFileReader.open(input)) {
            return reader.getRowGroups();
        }
    }

    private static ByteRange range(ColumnChunkMetaData chunk) {
        return new ByteRange(chunk.getStartingPos(), chunk.getStartingPos() + chunk.getTotalSize());
    }

    /** Large enough in the middle that its ends are fetched by themselves. */
    private static byte[] file(String format) throws IOException {
        return ColumnFiles.write(
                format,
                TYPE,
                rows(ROWS),
                switch (format) {
                    case "parquet" -> Map.of("parquet.block.size", "500000");
                    case "orc" -> Map.of("orc.stripe.size", "500000", "orc.row.index.stride", "1000");
                    default -> Map.of();
                });
    }

    private static List<RowData> rows(int count) {
        Random random = new Random(5);
        List<RowData> rows = new ArrayList<>();
        for (long id = 0; id < count; id++) {
            byte[] payload = new byte[1000];
            random.nextBytes(payload);
            rows.add(GenericRowData.of(id, payload, random.nextLong()));
        }
        return rows;
    }
}
