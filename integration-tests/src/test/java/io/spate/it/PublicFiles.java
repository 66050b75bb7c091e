package io.spate.it;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;

/** The files in {@code public-data}, each with the table that it is. */
final class PublicFiles {
    private static final CSVFormat CSV = CSVFormat.RFC4180;
    private static final CSVFormat CSV_WITH_HEADER =
            CSV.builder().setHeader().setSkipHeaderRecord(true).build();
    private static final Map<String, String> WITH_HEADER = Map.of("csv.header", "true");
    private static final String ORC_EXAMPLE =
            "boolean1 BOOLEAN, byte1 TINYINT, short1 SMALLINT, int1 INT, long1 BIGINT, float1 FLOAT, double1 DOUBLE,"
                    + " bytes1 BYTES, string1 STRING, middle ROW<list ARRAY<ROW<int1 INT, string1 STRING>>>,"
                    + " list ARRAY<ROW<int1 INT, string1 STRING>>, map MAP<STRING, ROW<int1 INT, string1 STRING>>";

    private PublicFiles() {}

    static Stream<PublicFile> all() {
        return Stream.of(csvWithHeader(), csv(), json(), parquet(), orc()).flatMap(files -> files);
    }

    private static Stream<PublicFile> csvWithHeader() {
        return Stream.of(
                csv(
                        "airports.csv",
                        "iata STRING, name STRING, city STRING, state STRING, country STRING, latitude DOUBLE,"
                                + " longitude DOUBLE",
                        "name",
                        CSV_WITH_HEADER,
                        WITH_HEADER),
                csv(
                        "sp500-2000.csv",
                        "`date` DATE, `open` DOUBLE, high DOUBLE, low DOUBLE, `close` DOUBLE,"
                                + " adjclose DECIMAL(12, 6), volume BIGINT",
                        "volume",
                        CSV_WITH_HEADER,
                        WITH_HEADER),
                // One of the numbers is a dash.
                csv(
                        "bom.csv",
                        "`day` STRING, `open` DOUBLE, high DOUBLE, low STRING, `close` DOUBLE, volume BIGINT",
                        "volume",
                        CSV_WITH_HEADER,
                        WITH_HEADER),
                // Some rows end early.
                csv(
                        "verylong-sample.csv",
                        "placeholder STRING, meaning INT, tld STRING",
                        "meaning",
                        CSV_WITH_HEADER,
                        with(WITH_HEADER, "csv.ignore-parse-errors", "true")),
                csv(
                        "unemployment.tsv",
                        "id INT, rate DECIMAL(5, 3)",
                        "rate",
                        CSV_WITH_HEADER.builder().setDelimiter('\t').build(),
                        with(WITH_HEADER, "csv.field-delimiter", "\t")),
                csv(
                        "newlines_crlf.csv",
                        "a STRING, b INT, c INT",
                        "b",
                        CSV_WITH_HEADER,
                        with(WITH_HEADER, "csv.multiline", "true")));
    }

    private static Stream<PublicFile> csv() {
        return Stream.of(
                // Its first line has how many there are of what, and fewer columns.
                csv(
                        "breast_cancer.csv",
                        columns(30, "DOUBLE") + ", c30 INT",
                        "c30",
                        CSV.builder()
                                .setHeader("rows")
                                .setSkipHeaderRecord(true)
                                .build(),
                        WITH_HEADER),
                csv("digits.csv.gz", columns(65, "INT"), "c64", CSV, Map.of()),
                csv("percentile_approx-input.csv.bz2", "number INT", "number", CSV, Map.of()),
                // What follows the delimiter must be ASCII where there are quotes: they are read as text.
                new PublicFile(
                        "cars_iso-8859-1.csv",
                        "`year` STRING, make STRING, `model` STRING, `comment` STRING, blank STRING, rest STRING",
                        "model",
                        Map.of(
                                "format", "csv",
                                "charset", "ISO-8859-1",
                                "csv.header", "true",
                                "csv.field-delimiter", "\u00FE",
                                "csv.disable-quote-character", "true",
                                "csv.ignore-parse-errors", "true"),
                        ReferenceReader.csv(
                                CSV_WITH_HEADER
                                        .builder()
                                        .setDelimiter('\u00FE')
                                        .setQuote(null)
                                        .setIgnoreEmptyLines(true)
                                        .build(),
                                StandardCharsets.ISO_8859_1)));
    }

    /** A file that Flink's readers of Parquet do not know an encoding of. */
    static PublicFile refused() {
        return parquet("delta_length_byte_array.parquet", "FRUIT STRING", "FRUIT");
    }

    private static Stream<PublicFile> json() {
        return Stream.of(
                json(
                        "with-array-fields.json",
                        "id INT, intervals ARRAY<ROW<startTime INT, endTime INT>>, ints ARRAY<INT>",
                        "id"),
                json("with-map-fields.json", "id INT, intervals MAP<STRING, ROW<startTime INT, endTime INT>>", "id"),
                json(
                        "TestOrcFile.test1.jsn.gz",
                        "boolean1 BOOLEAN, int1 INT, long1 BIGINT, double1 DOUBLE, bytes1 ARRAY<INT>, string1 STRING,"
                                + " middle ROW<list ARRAY<ROW<int1 INT, string1 STRING>>>,"
                                + " map ARRAY<ROW<key STRING, `value` ROW<int1 INT, string1 STRING>>>",
                        "int1"),
                json("TestOrcFile.testDate1900.jsn.gz", "`time` TIMESTAMP(9), `date` DATE", "time"),
                json("decimal.jsn.gz", "_col0 DECIMAL(10, 5)", "_col0"));
    }

    private static Stream<PublicFile> parquet() {
        return Stream.of(
                parquet(
                        "v0.7.1.parquet",
                        "carat DOUBLE, cut STRING, color STRING, clarity STRING, depth DOUBLE, `table` DOUBLE,"
                                + " price BIGINT, x DOUBLE, y DOUBLE, z DOUBLE, __index_level_0__ BIGINT",
                        "price"),
                parquet(
                        "test-file-with-no-column-indexes-1.parquet",
                        "id BIGINT, name STRING, location ROW<lon DOUBLE, lat DOUBLE>",
                        "id"),
                parquet("dec-in-fixed-len.parquet", "fixed_len_dec DECIMAL(10, 2)", "fixed_len_dec"),
                parquet(
                        "parquet-thrift-compat.snappy.parquet",
                        "boolColumn BOOLEAN, intColumn INT, longColumn BIGINT, doubleColumn DOUBLE, stringColumn STRING,"
                                + " maybeBoolColumn BOOLEAN, maybeIntColumn INT, maybeLongColumn BIGINT,"
                                + " maybeDoubleColumn DOUBLE, maybeStringColumn STRING",
                        "longColumn"));
    }

    private static Stream<PublicFile> orc() {
        return Stream.of(
                orc("TestOrcFile.test1.orc", ORC_EXAMPLE, "int1"),
                orc("orc-file-11-format.orc", ORC_EXAMPLE + ", ts TIMESTAMP(9), decimal1 DECIMAL(38, 10)", "decimal1"),
                orc("TestOrcFile.testDate1900.orc", "`time` TIMESTAMP(9), `date` DATE", "time"),
                orc("decimal.orc", "_col0 DECIMAL(10, 5)", "_col0"));
    }

    private static PublicFile csv(
            String name, String columns, String summed, CSVFormat reference, Map<String, String> options) {
        Charset charset = StandardCharsets.UTF_8;
        return new PublicFile(
                name, columns, summed, with(options, "format", "csv"), ReferenceReader.csv(reference, charset));
    }

    private static PublicFile json(String name, String columns, String summed) {
        return new PublicFile(name, columns, summed, Map.of("format", "json"), ReferenceReader.lines());
    }

    private static PublicFile parquet(String name, String columns, String summed) {
        return new PublicFile(name, columns, summed, Map.of("format", "parquet"), ReferenceReader.parquet());
    }

    private static PublicFile orc(String name, String columns, String summed) {
        return new PublicFile(name, columns, summed, Map.of("format", "orc"), ReferenceReader.orc());
    }

    /** The definitions of so many columns of one type: {@code c0}, {@code c1} and so on. */
    private static String columns(int count, String type) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i + " " + type).collect(Collectors.joining(", "));
    }

    private static Map<String, String> with(Map<String, String> options, String key, String value) {
        Map<String, String> more = new HashMap<>(options);
        more.put(key, value);
        return more;
    }
}
