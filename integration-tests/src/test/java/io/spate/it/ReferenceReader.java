package io.spate.it;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;

/** Reads a file without any code of Spate or of Flink's formats. */
interface ReferenceReader {
    /**
     * All rows.
     *
     * @param columns which columns, and of what types
     */
    List<Row> read(PublicFile.Content content, RowType columns) throws IOException;

    /** Reads CSV with Commons CSV. */
    static ReferenceReader csv(CSVFormat format, Charset charset) {
        return (content, columns) -> {
            List<Row> rows = new ArrayList<>();
            try (Reader reader = content.reader(charset);
                    CSVParser records = format.parse(reader)) {
                for (CSVRecord record : records) {
                    rows.add(row(
                            columns,
                            i -> i < record.size() ? JsonValues.ofText(record.get(i), columns.getTypeAt(i)) : null));
                }
            }
            return rows;
        };
    }

    /** Reads lines of JSON with Jackson. */
    static ReferenceReader lines() {
        ObjectMapper mapper = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        return (content, columns) -> {
            List<Row> rows = new ArrayList<>();
            try (Reader reader = content.reader(StandardCharsets.UTF_8)) {
                mapper.readerFor(JsonNode.class)
                        .<JsonNode>readValues(reader)
                        .forEachRemaining(node -> rows.add((Row) JsonValues.of(node, columns)));
            }
            return rows;
        };
    }

    /** Reads Parquet as Parquet's own example does. */
    static ReferenceReader parquet() {
        return ParquetGroups::read;
    }

    /** Reads ORC with ORC's own reader. */
    static ReferenceReader orc() {
        return OrcVectors::read;
    }

    /** What a column of a row is. */
    interface Column {
        Object value(int index) throws IOException;
    }

    static Row row(RowType columns, Column column) {
        return Row.of(IntStream.range(0, columns.getFieldCount())
                .mapToObj(index -> {
                    try {
                        return column.value(index);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toArray());
    }
}
