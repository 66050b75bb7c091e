package io.spate.source;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.spate.engine.Engine;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;

import static java.util.Objects.requireNonNull;

/** Builds a {@link SpateSource}. Paths and a format must be given. Not thread-safe. */
public final class SpateSourceBuilder<T> {
    private static final long DEFAULT_SPLIT_SIZE = 64 << 20;

    private final List<String> paths = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private RecordFormat<T> format;
    private long splitSize = DEFAULT_SPLIT_SIZE;
    private boolean allowEmpty;
    private Monitoring monitoring = Monitoring.NONE;
    private ErrorPolicy errors = new ErrorPolicy.Fail();
    private Selection selection = Selection.DEFAULT;
    private long limit = ScanSettings.UNLIMITED;
    private boolean skipChanged;
    private Partitions partitions;

    SpateSourceBuilder() {}

    /**
     * What to read: {@code spate://bucket/key} is an object, or all below it; {@code spate://bucket/prefix/} all objects
     * below it; {@code *}, {@code ?} and others make a pattern, as {@link PathPattern} says. Calls add up. An object that
     * two paths match is read twice.
     */
    public SpateSourceBuilder<T> paths(String... more) {
        return paths(Arrays.asList(more));
    }

    /** The same as {@link #paths(String...)}. */
    public SpateSourceBuilder<T> paths(List<String> more) {
        more.forEach(path -> paths.add(requireNonNull(path, "path is null")));
        return this;
    }

    /** How bytes become records; {@link Formats} has some. */
    public SpateSourceBuilder<T> format(RecordFormat<T> recordFormat) {
        this.format = requireNonNull(recordFormat, "format is null");
        return this;
    }

    /**
     * How many bytes a reader takes as one piece of work, greater than 0, by default 64 MiB. Larger objects are cut, if
     * the format allows it, and smaller ones put together. Multiples of {@code read.range-size} cost the fewest requests.
     */
    public SpateSourceBuilder<T> splitSize(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("splitSize must be greater than 0 bytes: " + bytes);
        }
        this.splitSize = bytes;
        return this;
    }

    /** A path that matches no object is no error. */
    public SpateSourceBuilder<T> allowEmpty() {
        this.allowEmpty = true;
        return this;
    }

    /**
     * Does not end: lists the paths again and again and reads the objects that are new or were overwritten. A path may
     * match nothing at first. An object that is overwritten or deleted after it was found, but before it was read, fails
     * the job, as in a source that ends, unless {@link #skipChangedObjects} was called. Paths should not overlap: an
     * object that two of them match may be read twice. State grows with the number of objects that were written within the
     * {@link #discoveryWindow}, and no other.
     *
     * @param interval between looking, at least a millisecond
     */
    public SpateSourceBuilder<T> monitorContinuously(Duration interval) {
        if (interval.toMillis() < 1) {
            throw new IllegalArgumentException("the interval must be at least 1 ms: " + interval);
        }
        this.monitoring = new Monitoring(interval, monitoring.window(), monitoring.latest());
        return this;
    }

    /**
     * For {@link #monitorContinuously}: how much later than its modification time an object may appear, by default an
     * hour. Make it longer than the longest upload and than the difference between the store's clock and the cluster's,
     * taken together: stores give an object the time at which its upload was begun, and an object that appears later
     * than that by more than the window is not found.
     */
    public SpateSourceBuilder<T> discoveryWindow(Duration window) {
        if (window.isNegative()) {
            throw new IllegalArgumentException("the window must not be negative: " + window);
        }
        this.monitoring = new Monitoring(monitoring.interval(), window, monitoring.latest());
        return this;
    }

    /**
     * For {@link #monitorContinuously}: reads only objects that were modified since the job was started, by the clock of the
     * JobManager and to the second. An object whose upload began earlier is not read, though it may appear later. A job that is
     * restored goes on where it was.
     */
    public SpateSourceBuilder<T> startWithLatest() {
        this.monitoring = new Monitoring(monitoring.interval(), monitoring.window(), true);
        return this;
    }

    /**
     * Reads only objects that match one of these patterns, as {@link PathPattern} has them: without a {@code /} of the name,
     * such as {@code *.csv}, else of the key below the path, such as {@code 2026/**}{@code /*.csv}; below a path with
     * wildcards, that is what follows the last slash before the first of them.
     *
     * @throws IllegalArgumentException if one is malformed
     */
    public SpateSourceBuilder<T> include(String... patterns) {
        this.selection = selection.withInclude(List.of(patterns));
        return this;
    }

    /** Leaves out objects that match one of these patterns, see {@link #include}. */
    public SpateSourceBuilder<T> exclude(String... patterns) {
        this.selection = selection.withExclude(List.of(patterns));
        return this;
    }

    /**
     * Reads objects too whose name, or that of a directory below the path, begins with {@code _} or a dot, as that of
     * {@code _SUCCESS} and of the manifests of a sink does. By default they are left out, except those that the path itself
     * names, and directories such as {@code _day=1}.
     */
    public SpateSourceBuilder<T> includeHidden() {
        this.selection = selection.withHidden();
        return this;
    }

    /** Reads only objects modified at this time or later. */
    public SpateSourceBuilder<T> modifiedAfter(Instant time) {
        this.selection = selection.withAfter(time);
        return this;
    }

    /** Reads only objects modified before this time. */
    public SpateSourceBuilder<T> modifiedBefore(Instant time) {
        this.selection = selection.withBefore(time);
        return this;
    }

    /**
     * What becomes of an object that is replaced or deleted after it was listed: what is not read of it yet is left out, and
     * counted in {@code numObjectsSkipped}, instead of failing the job. Records that were read before stay. With
     * {@link #monitorContinuously} the new version is found by the next look and read from its start.
     */
    public SpateSourceBuilder<T> skipChangedObjects() {
        this.skipChanged = true;
        return this;
    }

    /** How many records are enough: the source stops to look for more then, though it may give more. */
    SpateSourceBuilder<T> limit(long records) {
        this.limit = records;
        return this;
    }

    /** Which partitions of a table are read. */
    SpateSourceBuilder<T> partitions(Partitions ofTable) {
        this.partitions = ofTable;
        return this;
    }

    /**
     * Leaves out records that cannot be decoded, instead of failing at the first: they are counted in {@code
     * numRecordsInErrors}, and the first ones are logged. Whatever makes it impossible to tell where the next record starts
     * fails the job all the same, as does a record that is longer than it may be.
     */
    public SpateSourceBuilder<T> skipBadRecords() {
        return errors(new ErrorPolicy.Skip());
    }

    /**
     * The same, and writes each of them as a line of JSON, with {@code key}, {@code offset}, {@code bytes} (Base64), {@code
     * text} if they are UTF-8, {@code reason} and {@code time}. A subtask writes an object when it has some MiB of them, and
     * before a checkpoint completes or the source ends. After a failure some may be written twice, none is lost.
     *
     * @param path below which the objects are, {@code spate://bucket/prefix/}; {@link #build} refuses one where they would be read as
     *     records. A directory below a path is right if its name begins with {@code _}
     */
    public SpateSourceBuilder<T> deadLetters(String path) {
        return errors(ErrorPolicy.deadLetter(path));
    }

    SpateSourceBuilder<T> errors(ErrorPolicy policy) {
        this.errors = policy;
        return this;
    }

    /**
     * One option of the engine, such as {@code endpoint}; see {@link io.spate.engine.Option#ALL}. A subtask that reads
     * several buckets keeps up to {@code read.concurrency} ranges of each of them in flight.
     */
    public SpateSourceBuilder<T> option(String key, String value) {
        options.put(requireNonNull(key, "option key is null"), requireNonNull(value, "option value is null"));
        return this;
    }

    /** Several options at once. */
    public SpateSourceBuilder<T> options(Map<String, String> more) {
        more.forEach(this::option);
        return this;
    }

    /**
     * Checks what was given.
     *
     * @throws IllegalStateException if paths or format are missing, or what was called does not go together
     * @throws IllegalArgumentException if a path is malformed, or an option is unknown or has a wrong value
     */
    public SpateSource<T> build() {
        SpateOptions checked = SpateOptions.of(options);
        return build(() -> Engine.open(checked));
    }

    /** A source over engines of another origin. */
    SpateSource<T> build(EngineFactory engines) {
        ScanSettings settings = settings();
        if (format == null) {
            throw new IllegalStateException("no format: call format(Formats.lines()) or another before build()");
        }
        return new SpateSource<>(format, settings, engines);
    }

    /** What is read, however it is decoded. */
    ScanSettings settings() {
        if (paths.isEmpty()) {
            throw new IllegalStateException("no paths: call paths(\"spate://bucket/prefix/\") before build()");
        }
        if (monitoring.latest() && !monitoring.isContinuous()) {
            throw new IllegalStateException(
                    "startWithLatest() is for sources without an end: call monitorContinuously() too");
        }
        ScanSettings settings = new ScanSettings(
                paths.stream().map(PathPattern::parse).toList(),
                splitSize,
                allowEmpty,
                monitoring,
                selection,
                limit,
                skipChanged,
                errors,
                partitions);
        settings.checkDeadLetters();
        return settings;
    }
}
