package io.spate.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The options that only tables have, beside those of the engine: what is read and how, what is written and how. A table
 * may be read and written, so both sides take the union. Rendered by loops, as {@link Option#ALL} is.
 */
public final class TableOption {
    /** How objects that are read are compressed. */
    public enum Codec {
        /** By the end of the key, such as {@code .gz}. */
        AUTO,
        NONE,
        GZIP,
        ZSTD,
        BZIP2,
        XZ,
        LZ4,
        SNAPPY
    }

    /** How new objects are compressed. */
    public enum Compression {
        NONE,
        GZIP,
        ZSTD,
        BZIP2,
        XZ,
        LZ4,
        SNAPPY
    }

    /** Where a source that goes on begins. */
    public enum Startup {
        ALL,
        LATEST
    }

    /** What becomes of a record that cannot be read. */
    public enum OnError {
        FAIL,
        SKIP,
        DEAD_LETTER
    }

    /** What becomes of an object that is replaced or deleted between its listing and its reading. */
    public enum OnChange {
        FAIL,
        SKIP
    }

    /** What the planner is told of the size of a table. */
    public enum Statistics {
        SIZE,
        NONE
    }

    /** How often a record may be in the objects. */
    public enum Delivery {
        EXACTLY_ONCE,
        AT_LEAST_ONCE
    }

    /** What is told to be complete. */
    public enum Completeness {
        JOB,
        PARTITION
    }

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final Duration LONGEST = Duration.ofDays(3650);
    private static final int MOST_RECORDS = 999_999_999;

    public static final Option<List<String>> PATH = Option.ofHost(
            "path",
            OptionType.texts(),
            List.of(),
            "required",
            "Where the table is, as `spate://bucket/prefix/`. A table that is only read may have a pattern, and several"
                    + " paths with `;` between them.");
    public static final Option<Optional<String>> FORMAT = Option.ofHost(
            "format",
            OptionType.text(),
            Optional.empty(),
            "required",
            "How rows become bytes: `csv`, `json`, `raw` of one `STRING` or `BYTES`, `debezium-json` and others that end with"
                    + " `-json`, `avro`, `parquet`, `orc`, or another file format whose jar Flink has. Formats of messages"
                    + " without line ends, such as `protobuf`, are refused. Its own options are `FORMAT.KEY`.");
    public static final Option<String> CHARSET = Option.ofHost(
            "charset",
            OptionType.charset(),
            "UTF-8",
            "`UTF-8`",
            "The charset of `csv`, `json` and `raw`, for reading and writing.");
    public static final Option<Boolean> CSV_HEADER = Option.ofHost(
            "csv.header",
            OptionType.flag(),
            false,
            "`false`",
            "Whether the first record of each object names the columns: it is not read as a row, and written first.");
    public static final Option<Boolean> CSV_MULTILINE = Option.ofHost(
            "csv.multiline",
            OptionType.flag(),
            false,
            "`false`",
            "Whether quoted fields may go over line ends. Each object is then read by one reader, since quotes can only be"
                    + " told from its start. Without it such a field fails the job.");
    public static final Option<Optional<String>> PARTITION_TEMPLATE = Option.ofHost(
            "partition.template",
            OptionType.text(),
            Optional.empty(),
            "`COLUMN=VALUE` for each column of `PARTITIONED BY`, as in Hive",
            "How partitions are directories: text, `/`, `{column}`, and `{column:yyyy/MM/dd}` for dates.");

    public static final Option<Long> SPLIT_SIZE = Option.ofHost(
            "scan.split-size",
            OptionType.size(64 * KIB, 1024 * GIB),
            64 * MIB,
            "`64 MiB`",
            "How many bytes a reader takes as one piece of work, 64 KiB to 1 TiB. Larger objects are cut where the format"
                    + " allows it, smaller ones put together.");
    public static final Option<Optional<Integer>> SCAN_PARALLELISM = Option.ofHost(
            "scan.parallelism",
            OptionType.optional(OptionType.count(1, 32_768)),
            Optional.empty(),
            "that of the job; in batch, by the bytes there are to read",
            "How many readers there are.");
    public static final Option<Optional<Duration>> MONITOR_INTERVAL = Option.ofHost(
            "scan.monitor-interval",
            OptionType.optional(OptionType.duration(Duration.ofMillis(1), LONGEST)),
            Optional.empty(),
            "none: the table is read once",
            "How often to look for new objects. Makes the table one without an end.");
    public static final Option<Duration> DISCOVERY_WINDOW = Option.ofHost(
            "scan.discovery-window",
            OptionType.duration(Duration.ZERO, LONGEST),
            Duration.ofHours(1),
            "`1 h`",
            "With `scan.monitor-interval`: how much later than its modification time an object may appear.");
    public static final Option<Startup> STARTUP = Option.ofHost(
            "scan.startup",
            OptionType.choice(Startup.class),
            Startup.ALL,
            "`all`",
            "With `scan.monitor-interval`: whether to begin with `all` objects, or with those modified since the job was"
                    + " started (`latest`).");
    public static final Option<Optional<Instant>> MODIFIED_AFTER = Option.ofHost(
            "scan.modified-after",
            OptionType.time(),
            Optional.empty(),
            "none",
            "Reads only objects modified at or after this time, such as `2026-11-30T00:00:00Z` or `2026-11-30` (UTC).");
    public static final Option<Optional<Instant>> MODIFIED_BEFORE = Option.ofHost(
            "scan.modified-before",
            OptionType.time(),
            Optional.empty(),
            "none",
            "Reads only objects modified before this time.");
    public static final Option<List<String>> INCLUDE = Option.ofHost(
            "scan.include",
            OptionType.texts(),
            List.of(),
            "all",
            "Reads only objects that match one of these patterns, with `;` between them. Without a `/` a pattern is of the"
                    + " name, such as `*.csv`, else of the key below the path, such as `2026/**/*.csv`.");
    public static final Option<List<String>> EXCLUDE = Option.ofHost(
            "scan.exclude",
            OptionType.texts(),
            List.of(),
            "none",
            "Leaves out objects that match one of these patterns.");
    public static final Option<Boolean> HIDDEN = Option.ofHost(
            "scan.hidden",
            OptionType.flag(),
            false,
            "`false`",
            "Whether objects are read whose name, or that of a directory below the path, begins with `_` or `.`, as that"
                    + " of `_SUCCESS` does. Directories such as `_day=1` are never hidden.");
    public static final Option<Boolean> ALLOW_EMPTY = Option.ofHost(
            "scan.allow-empty",
            OptionType.flag(),
            false,
            "`false`",
            "Whether a path without objects is an empty table. Otherwise it is an error.");
    public static final Option<Long> MAX_RECORD_SIZE = Option.ofHost(
            "scan.max-record-size",
            OptionType.size(1, GIB),
            64 * MIB,
            "`64 MiB`",
            "How many bytes a row of `csv`, `json` or `raw` may have, up to 1 GiB. A longer one is an error.");
    public static final Option<Codec> SCAN_COMPRESSION = Option.ofHost(
            "scan.compression",
            OptionType.choice(Codec.class),
            Codec.AUTO,
            "`auto`",
            "How objects of row formats are compressed. `auto` goes by the end of the key: `.gz`, `.zst`, `.bz2`, `.xz`,"
                    + " `.lz4`, `.snappy`; other ends that are known for compression are refused.");
    public static final Option<OnError> ON_ERROR = Option.ofHost(
            "scan.on-error",
            OptionType.choice(OnError.class),
            OnError.FAIL,
            "`fail`",
            "What becomes of a row of `csv`, `json` or `raw` that cannot be read: it fails the job, is left out and counted"
                    + " (`skip`), or written to `scan.dead-letter.path` as well (`dead-letter`).");
    public static final Option<Optional<String>> DEAD_LETTER_PATH = Option.ofHost(
            "scan.dead-letter.path",
            OptionType.text(),
            Optional.empty(),
            "none",
            "Where `dead-letter` writes, as `spate://bucket/prefix/`: lines of JSON with key, offset, bytes and reason.");
    public static final Option<OnChange> ON_CHANGE = Option.ofHost(
            "scan.on-change",
            OptionType.choice(OnChange.class),
            OnChange.FAIL,
            "`fail`",
            "What becomes of an object that is replaced or deleted after it was listed: it fails the job, or what is not"
                    + " read of it yet is left out and counted (`skip`); with `scan.monitor-interval` the new version is"
                    + " found by the next look.");
    public static final Option<Statistics> STATISTICS = Option.ofHost(
            "scan.statistics",
            OptionType.choice(Statistics.class),
            Statistics.NONE,
            "`none`",
            "What the planner is told in batch: nothing, so that planning asks the store for nothing, or rows estimated by the"
                    + " `size` of objects, if one LIST tells of all of them. Worth that LIST where tables are joined.");

    public static final Option<Optional<Integer>> SINK_PARALLELISM = Option.ofHost(
            "sink.parallelism",
            OptionType.optional(OptionType.count(1, 32_768)),
            Optional.empty(),
            "that of the rows",
            "How many writers there are.");
    public static final Option<Delivery> DELIVERY = Option.ofHost(
            "sink.delivery",
            OptionType.choice(Delivery.class),
            Delivery.EXACTLY_ONCE,
            "`exactly-once`",
            "`exactly-once`: objects appear with the checkpoint of their last row, or when the job ends; `at-least-once`:"
                    + " as soon as they end, and rows may come twice after a failure.");
    public static final Option<Long> ROLLING_SIZE = Option.ofHost(
            "sink.rolling.size",
            OptionType.size(1, 5 * 1024 * GIB),
            256 * MIB,
            "`256 MiB`",
            "How large an object grows until the next one begins.");
    public static final Option<Duration> ROLLING_AGE = Option.ofHost(
            "sink.rolling.age",
            OptionType.duration(Duration.ofMillis(1), LONGEST),
            Duration.ofMinutes(15),
            "`15 min`",
            "How long after its first row an object takes others.");
    public static final Option<Duration> ROLLING_IDLE = Option.ofHost(
            "sink.rolling.idle",
            OptionType.duration(Duration.ofMillis(1), LONGEST),
            Duration.ofMinutes(5),
            "`5 min`",
            "How long an object waits for another row.");
    public static final Option<Optional<Integer>> ROLLING_RECORDS = Option.ofHost(
            "sink.rolling.records",
            OptionType.optional(OptionType.count(1, MOST_RECORDS)),
            Optional.empty(),
            "any number",
            "How many rows an object has at most.");
    public static final Option<Boolean> ROLLING_CHECKPOINT = Option.ofHost(
            "sink.rolling.checkpoint",
            OptionType.flag(),
            false,
            "`false`",
            "Whether objects end with each checkpoint. Those of `avro`, `parquet` and `orc` always do.");
    public static final Option<Optional<String>> KEY_TEMPLATE = Option.ofHost(
            "sink.key-template",
            OptionType.text(),
            Optional.empty(),
            "`{prefix}{bucket}{id}-{counter}{extension}`",
            "How objects are named; `{bucket}` is the directory of the partition. See [writing.md](writing.md).");
    public static final Option<Optional<String>> EXTENSION = Option.ofHost(
            "sink.extension",
            OptionType.text(),
            Optional.empty(),
            "that of the format, such as `.csv`",
            "What keys end with, before that of the compression.");
    public static final Option<Compression> SINK_COMPRESSION = Option.ofHost(
            "sink.compression",
            OptionType.choice(Compression.class),
            Compression.NONE,
            "`none`",
            "How objects of row formats are compressed. Formats of columns, and `avro`, have options of their own.");
    public static final Option<Boolean> SUCCESS_FILE = Option.ofHost(
            "sink.success-file",
            OptionType.flag(),
            false,
            "`false`",
            "Whether a `_SUCCESS` appears when all objects are visible.");
    public static final Option<Boolean> MANIFEST = Option.ofHost(
            "sink.manifest",
            OptionType.flag(),
            false,
            "`false`",
            "Whether a manifest appears that names the objects, with sizes, etags and numbers of rows.");
    public static final Option<Completeness> COMPLETENESS = Option.ofHost(
            "sink.completeness",
            OptionType.choice(Completeness.class),
            Completeness.JOB,
            "`job`",
            "What `_SUCCESS` and manifest stand for: all that the `job` wrote, when it ends, or each `partition`, when it was"
                    + " idle for `sink.partition-idle` and when the job ends.");
    public static final Option<Duration> PARTITION_IDLE = Option.ofHost(
            "sink.partition-idle",
            OptionType.duration(Duration.ofMillis(1), LONGEST),
            Duration.ofMinutes(10),
            "`10 min`",
            "How long no object of a partition appeared until it is complete.");
    public static final Option<Optional<Duration>> JANITOR_AGE = Option.ofHost(
            "sink.janitor-age",
            OptionType.optional(OptionType.duration(Duration.ofHours(1), LONGEST)),
            Optional.empty(),
            "none: uploads stay",
            "Has uploads below the path aborted that are older than this, at least 1 h. See [writing.md](writing.md).");

    /** Every one of them, in the order in which people should read them. */
    public static final List<Option<?>> ALL = List.of(
            PATH,
            FORMAT,
            CHARSET,
            CSV_HEADER,
            CSV_MULTILINE,
            PARTITION_TEMPLATE,
            SPLIT_SIZE,
            SCAN_PARALLELISM,
            MONITOR_INTERVAL,
            DISCOVERY_WINDOW,
            STARTUP,
            MODIFIED_AFTER,
            MODIFIED_BEFORE,
            INCLUDE,
            EXCLUDE,
            HIDDEN,
            ALLOW_EMPTY,
            MAX_RECORD_SIZE,
            SCAN_COMPRESSION,
            ON_ERROR,
            DEAD_LETTER_PATH,
            ON_CHANGE,
            STATISTICS,
            SINK_PARALLELISM,
            DELIVERY,
            ROLLING_SIZE,
            ROLLING_AGE,
            ROLLING_IDLE,
            ROLLING_RECORDS,
            ROLLING_CHECKPOINT,
            KEY_TEMPLATE,
            EXTENSION,
            SINK_COMPRESSION,
            SUCCESS_FILE,
            MANIFEST,
            COMPLETENESS,
            PARTITION_IDLE,
            JANITOR_AGE);

    private TableOption() {}
}
