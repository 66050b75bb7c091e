package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.compat.RowGroupFilter;
import org.apache.parquet.filter2.compat.RowGroupFilter.FilterLevel;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.MessageType;

import io.spate.engine.ByteRange;

/** The row groups of a range that may have rows that fit, one after the other. The next is fetched while one is decoded. */
final class ParquetRowGroups implements Closeable {
    private static final List<FilterLevel> LEVELS =
            List.of(FilterLevel.STATISTICS, FilterLevel.DICTIONARY, FilterLevel.BLOOMFILTER);

    private final ParquetFileReader file;
    private final ColumnInput input;
    private final ByteRange range;
    private final ParquetColumns columns;
    /** Those whose middle lies in the range. */
    private final List<BlockMetaData> groups;

    private final Set<BlockMetaData> wanted = Collections.newSetFromMap(new IdentityHashMap<>());
    private int present;
    /** Which group the file reads next. */
    private int cursor;

    private int expected = -1;

    private ParquetRowGroups(ParquetFileReader file, ColumnInput input, ByteRange range, ParquetColumns columns) {
        this.file = file;
        this.input = input;
        this.range = range;
        this.columns = columns;
        this.groups = List.copyOf(file.getRowGroups());
    }

    /** Reads the end of the file, and of columns with filters their dictionaries where the statistics leave it open. */
    static ParquetRowGroups open(ParquetRowFormat format, ColumnInput input, ByteRange range) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withRange(range.start(), range.end())
                .build();
        ParquetFileReader file = ParquetFileReader.open(new ParquetInput(input), options);
        try {
            MessageType schema = file.getFooter().getFileMetaData().getSchema();
            ParquetColumns columns = ParquetColumns.of(schema, format.picker().decoded());
            ParquetRowGroups groups = new ParquetRowGroups(file, input, range, columns);
            groups.filter(ParquetFilter.of(format.filters(), schema));
            file.setRequestedSchema(columns.requested());
            groups.settle();
            return groups;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    ParquetColumns columns() {
        return columns;
    }

    boolean isAtEnd() {
        return present == groups.size();
    }

    /** Where the present group is when some of its rows are read: within the group, and within the range. */
    long offset(long rowsRead) {
        BlockMetaData group = groups.get(present);
        long start = start(present);
        // Chunks need not be in the order of columns, and then the first one does not tell where the group ends.
        long next = present + 1 < groups.size() ? start(present + 1) : range.end();
        long end = Math.min(Math.min(range.end(), next), group.getStartingPos() + group.getCompressedSize());
        return start + (long) ((double) Math.max(0, end - start - 1) * rowsRead / group.getRowCount());
    }

    /**
     * Moves to the group that an offset is in.
     *
     * @param offset what {@link #offset} gave for the same range
     * @return whether that group is read; if not, the next one is the present one
     */
    boolean moveTo(long offset) {
        int index = 0;
        while (index + 1 < groups.size() && start(index + 1) <= offset) {
            index++;
        }
        present = nextWanted(index);
        return present == index && !isAtEnd();
    }

    /** How many rows the present group has, at least one. */
    long rows() {
        return groups.get(present).getRowCount();
    }

    /** Moves to the next group, whether the present one was read or not. */
    void next() {
        present++;
        settle();
    }

    /** The columns of the present group; empty if none are wanted. */
    Optional<PageReadStore> read() throws IOException {
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        expect(present);
        for (; cursor < present; cursor++) {
            file.skipNextRowGroup();
        }
        PageReadStore pages = file.readNextRowGroup();
        cursor++;
        int following = nextWanted(present + 1);
        if (following < groups.size()) {
            expect(following);
        }
        return Optional.of(pages);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void filter(Optional<FilterPredicate> predicate) throws IOException {
        wanted.addAll(
                predicate.isEmpty()
                        ? groups
                        : RowGroupFilter.filterRowGroups(LEVELS, FilterCompat.get(predicate.get()), groups, file));
    }

    private long start(int index) {
        return Math.max(range.start(), groups.get(index).getStartingPos());
    }

    private void settle() {
        present = nextWanted(present);
    }

    private int nextWanted(int from) {
        int index = from;
        while (index < groups.size()
                && (!wanted.contains(groups.get(index)) || groups.get(index).getRowCount() == 0)) {
            index++;
        }
        return index;
    }

    private void expect(int index) {
        if (index == expected) {
            return;
        }
        expected = index;
        input.expect(groups.get(index).getColumns().stream()
                .filter(chunk ->
                        columns.requested().containsPath(chunk.getPath().toArray()))
                .map(chunk -> new ByteRange(chunk.getStartingPos(), chunk.getStartingPos() + chunk.getTotalSize()))
                .toList());
    }
}
