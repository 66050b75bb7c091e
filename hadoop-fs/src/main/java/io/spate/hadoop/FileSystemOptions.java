package io.spate.hadoop;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.spate.engine.Option;
import io.spate.engine.OptionType;

/**
 * The options that only the file system has, beside those of the engine. In a Hadoop configuration they are {@code
 * fs.spate.KEY}, and {@code fs.spate.bucket.NAME.KEY} for one bucket.
 */
final class FileSystemOptions {
    /** How a file is read when nobody says. */
    enum Read {
        ADAPTIVE,
        SEQUENTIAL,
        RANDOM
    }

    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    static final Option<Boolean> RENAME_ON_UPLOAD = Option.ofHost(
            "rename-on-upload",
            OptionType.flag(),
            true,
            "`true`",
            "Whether what is written to `X._COPYING_`, or to a temporary name of DistCp, stays an upload for `X` that"
                    + " `rename` completes, so that nothing is copied. `false` writes the temporary object and copies it.");
    static final Option<Long> BLOCK_SIZE = Option.ofHost(
            "block-size",
            OptionType.size(5 * MIB, 5 * GIB),
            128 * MIB,
            "`128 MiB`",
            "The size of blocks that files are said to have, 5 MiB to 5 GiB: what jobs cut their input by, and the unit of"
                    + " `distcp -blocksperchunk`.");
    static final Option<Read> READ_POLICY = Option.ofHost(
            "read.policy",
            OptionType.choice(Read.class),
            Read.ADAPTIVE,
            "`adaptive`",
            "How a file is read if its opener does not say: `sequential` reads ahead from the start, `random` fetches what"
                    + " is asked for, `adaptive` finds out.");
    static final Option<Long> READ_MINIMUM = Option.ofHost(
            "read.random-minimum",
            OptionType.size(0, 16 * MIB),
            64 * KIB,
            "`64 KiB`",
            "How much a random read fetches at least, up to 16 MiB: what many small reads near each other share.");
    static final Option<Duration> STAT_CACHE_TTL = Option.ofHost(
            "stat-cache.ttl",
            OptionType.duration(Duration.ZERO, Duration.ofHours(1)),
            Duration.ZERO,
            "`0 s`, which is off",
            "How long the status of a file may be remembered. Others may have changed it by then. What is not there is never"
                    + " remembered, and own writes are seen at once.");
    static final Option<Integer> STAT_CACHE_ENTRIES = Option.ofHost(
            "stat-cache.entries", OptionType.count(1, 10_000_000), 10_000, "`10000`", "How many of them.");
    static final Option<Boolean> ETAG_CHECKSUM = Option.ofHost(
            "etag-checksum",
            OptionType.flag(),
            false,
            "`false`",
            "Whether the etag of an object is its file checksum, so that DistCp can compare two copies that were written"
                    + " with the same part size. Off, files have no checksum.");
    static final Option<Boolean> TRASH = Option.ofHost(
            "trash",
            OptionType.flag(),
            true,
            "`true`",
            "Whether `-rm` may move to the trash where `fs.trash.interval` says so, which copies every byte. `false` deletes"
                    + " at once.");
    static final Option<Integer> CONCURRENCY = Option.ofHost(
            "operation.concurrency",
            OptionType.count(1, 1000),
            32,
            "`32`",
            "How many requests one rename, delete, concat or copy of a tree has under way.");
    static final Option<Integer> BULK_DELETE_PAGE = Option.ofHost(
            "bulk-delete.page-size",
            OptionType.count(1, 1000),
            250,
            "`250`",
            "How many files one page of Hadoop's bulk delete has.");
    static final Option<Optional<String>> USER = Option.ofHost(
            "user",
            OptionType.text(),
            Optional.empty(),
            "the user of the process",
            "Who owns all files, as far as anybody asks.");

    /** Every option, in the order in which people should read them. */
    static final List<Option<?>> ALL = List.of(
            RENAME_ON_UPLOAD,
            BLOCK_SIZE,
            READ_POLICY,
            READ_MINIMUM,
            STAT_CACHE_TTL,
            STAT_CACHE_ENTRIES,
            ETAG_CHECKSUM,
            TRASH,
            CONCURRENCY,
            BULK_DELETE_PAGE,
            USER);

    private FileSystemOptions() {}
}
