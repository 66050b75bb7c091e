package io.spate.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.spate.engine.ByteRange;
import io.spate.engine.FaultyStore;
import io.spate.engine.Operation;

import static org.assertj.core.api.Assertions.assertThat;

/** Parquet's own reader fetches the footer and the column chunks that it needs, in as few requests, and nothing else. */
@Timeout(120)
final class ParquetReadTest {
    private static final int ROW_GROUP = 1;

    private StreamFixture fixture;
    private FileStatus status;
    private long before;
    private FSDataInputStream opened;

    @BeforeEach
    void write() throws IOException {
        fixture = new StreamFixture(Map.of("read.range-size", "8m"), new FaultyStore.Plan() {});
        ParquetFiles.write(fixture.fileSystem, StreamFixture.FILE);
        status = fixture.fileSystem.getFileStatus(StreamFixture.FILE);
        before = fixture.requests.requests().size();
    }

    @AfterEach
    void close() throws IOException {
        fixture.awaitNoMemoryInUse();
        fixture.close();
    }

    @Test
    void footer_read_isOneGetOfTheEnd() throws Exception {
        try (ParquetFileReader reader = open(asFormat(), true)) {
            assertThat(reader.getRecordCount()).isEqualTo(ParquetFiles.ROWS);
            assertThat(reader.getRowGroups().size()).isGreaterThan(1);
        }
        assertThat(fixture.ranges()).containsExactly(end());
        assertThat(sent()).isEqualTo(1);
    }

    @Test
    void footer_readOfAPlainlyOpenedFile_isOneHeadAndOneGetOfTheEnd() throws Exception {
        open(plainly(), true).close();
        assertThat(fixture.ranges()).containsExactly(end());
        assertThat(fixture.requests.count(Operation.HEAD)).isPositive();
        assertThat(sent()).isEqualTo(2);
    }

    @ParameterizedTest(name = "vectored {0}, by openFile {1}")
    @CsvSource({"true, true", "false, true", "true, false", "false, false"})
    void columns_twoFarApartOfOneRowGroup_areOneGetEach(boolean vectored, boolean byOpenFile) throws Exception {
        readAndAssertRanges(byOpenFile ? asFormat() : plainly(), vectored, 3, 15);
        assertThat(fixture.ranges()).hasSize(3);
        assertThat(sent()).isEqualTo(byOpenFile ? 3 : 4);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void columns_twoSideBySide_areOneGet(boolean vectored) throws Exception {
        readAndAssertRanges(asFormat(), vectored, 7, 8);
        assertThat(fixture.ranges()).hasSize(2);
    }

    private void readAndAssertRanges(InputFile file, boolean vectored, int first, int second) throws Exception {
        BlockMetaData group;
        try (ParquetFileReader reader = open(file, vectored)) {
            group = reader.getRowGroups().get(ROW_GROUP);
            long skipped = reader.getRowGroups().get(0).getRowCount();
            MessageType wanted = ParquetFiles.schema(first, second);
            reader.setRequestedSchema(wanted);
            PageReadStore pages = reader.readRowGroup(ROW_GROUP);
            assertThat(pages.getRowCount()).isEqualTo(group.getRowCount());
            RecordReader<Group> records =
                    new ColumnIOFactory().getColumnIO(wanted).getRecordReader(pages, new GroupRecordConverter(wanted));
            for (int row = 0; row < group.getRowCount(); row++) {
                Group record = records.read();
                assertThat(record.getLong(0, 0)).isEqualTo(ParquetFiles.value((int) skipped + row, first));
                assertThat(record.getLong(1, 0)).isEqualTo(ParquetFiles.value((int) skipped + row, second));
            }
        }
        assertThat(opened.getIOStatistics().counters())
                .containsEntry(StreamStatisticNames.STREAM_READ_VECTORED_OPERATIONS, vectored ? 1L : 0L);
        ByteRange one = chunk(group, first);
        ByteRange other = chunk(group, second);
        assertThat(one.length()).isGreaterThan(StreamFixture.MINIMUM);
        List<ByteRange> chunks = one.end() == other.start()
                ? List.of(end(), new ByteRange(one.start(), other.end()))
                : List.of(end(), one, other);
        assertThat(fixture.ranges()).containsExactlyInAnyOrderElementsOf(chunks);
    }

    private static ByteRange chunk(BlockMetaData group, int column) {
        ColumnChunkMetaData chunk = group.getColumns().get(column);
        return new ByteRange(chunk.getStartingPos(), chunk.getStartingPos() + chunk.getTotalSize());
    }

    private ByteRange end() {
        return new ByteRange(status.getLen() - StreamFixture.MINIMUM, status.getLen());
    }

    private long sent() {
        return fixture.requests.requests().size() - before;
    }

    private ParquetFileReader open(InputFile file, boolean vectored) throws IOException {
        return ParquetFileReader.open(
                file,
                ParquetReadOptions.builder().withUseHadoopVectoredIo(vectored).build());
    }

    /** As newer versions of Parquet open files. */
    private InputFile asFormat() {
        return ParquetFiles.input(status.getLen(), this::openAsFormat);
    }

    private FSDataInputStream openAsFormat() throws Exception {
        opened = StreamFixture.open(fixture.fileSystem
                .openFile(StreamFixture.FILE)
                .withFileStatus(status)
                .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "parquet, columnar, vector, random"));
        return opened;
    }

    /** As older ones do: nothing tells how it will be read. */
    private InputFile plainly() {
        return ParquetFiles.input(status.getLen(), () -> {
            opened = fixture.fileSystem.open(StreamFixture.FILE);
            return opened;
        });
    }
}
