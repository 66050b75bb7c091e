package io.spate.sink;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.apache.flink.connector.base.DeliveryGuarantee;

import io.spate.engine.Engine;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;

import static java.util.Objects.requireNonNull;

/** Builds a {@link SpateSink}. A path and a format must be given. Not thread-safe. */
public final class SpateSinkBuilder<T> {
    private static final String SAMPLE_ID = "00000000-0000-0000-0000-000000000000";

    private final Map<String, String> options = new LinkedHashMap<>();
    private String path;
    private SinkFormat<T> format;
    private Bucketing<T> bucketing = Buckets.none();
    private String keyTemplate = KeyTemplate.DEFAULT;
    private Rolling rolling = Rolling.defaults();
    private DeliveryGuarantee guarantee = DeliveryGuarantee.EXACTLY_ONCE;
    private Compression compression = Compression.NONE;
    private boolean emptyObject;
    private Duration janitorAge = Duration.ZERO;
    private Optional<Completion> completion = Optional.empty();
    private Overwrite overwrite = Overwrite.nothing();

    SpateSinkBuilder() {}

    /**
     * Where objects go: below {@code spate://bucket/prefix/}. A slash at the end makes no difference. It is taken as it
     * is: {@code *}, {@code ?}, {@code [} and <code>{</code> are no pattern here, but are one for a source that reads the path.
     */
    public SpateSinkBuilder<T> path(String below) {
        this.path = requireNonNull(below, "path is null");
        return this;
    }

    /** How records become bytes; {@link SinkFormats} has some. */
    public SpateSinkBuilder<T> format(SinkFormat<T> sinkFormat) {
        this.format = requireNonNull(sinkFormat, "format is null");
        return this;
    }

    /** Which records lie together; {@link Buckets} has some. Without it, all records of a subtask do. */
    public SpateSinkBuilder<T> bucketBy(Bucketing<T> by) {
        this.bucketing = requireNonNull(by, "bucketBy is null");
        return this;
    }

    /**
     * How objects are named, by default {@code {prefix}{bucket}{id}-{counter}{extension}}. {@code {prefix}} is the key of
     * the path and {@code {bucket}} the bucket, each with a slash behind it unless empty; {@code {id}} a UUID of the
     * writer and {@code {counter}} the number of the object in it, which must both be there so that no two objects have
     * one name; {@code {extension}} that of format and compression; {@code {hash}} four hexadecimal digits, to spread
     * objects over a store that divides its work by the beginnings of keys.
     */
    public SpateSinkBuilder<T> keyTemplate(String template) {
        this.keyTemplate = requireNonNull(template, "keyTemplate is null");
        return this;
    }

    /** When an object ends and the next begins, by default {@link Rolling#defaults()}. */
    public SpateSinkBuilder<T> rolling(Rolling when) {
        this.rolling = requireNonNull(when, "rolling is null");
        return this;
    }

    /** How bytes are compressed, of formats that are not compressed by themselves; by default not. */
    public SpateSinkBuilder<T> compression(Compression how) {
        this.compression = requireNonNull(how, "compression is null");
        return this;
    }

    /**
     * {@code EXACTLY_ONCE}, the default: objects appear when their checkpoint is complete, so the job needs checkpoints,
     * unless it ends. {@code AT_LEAST_ONCE}: objects appear as soon as they end, and after a failure some records are in
     * two of them; costs fewer requests where objects are small.
     */
    public SpateSinkBuilder<T> deliveryGuarantee(DeliveryGuarantee how) {
        if (requireNonNull(how, "deliveryGuarantee is null") == DeliveryGuarantee.NONE) {
            throw new IllegalArgumentException(
                    "deliveryGuarantee NONE would lose records; take EXACTLY_ONCE or AT_LEAST_ONCE");
        }
        this.guarantee = how;
        return this;
    }

    /**
     * Whether a job that ends without a record leaves an empty object, so that others see that it has run. It is the first
     * subtask which writes it, if that has got no record itself since it was started; by default none is written.
     */
    public SpateSinkBuilder<T> createEmptyObject(boolean create) {
        this.emptyObject = create;
        return this;
    }

    /**
     * Has uploads aborted, each time the job starts, that were begun below the path with keys as this sink makes them and
     * are older than this. They are left behind by subtasks that fail; by default they stay, for {@code spate uploads} or
     * a rule of the bucket to find.
     *
     * @param olderThan longer than any object stays open, and than the age of the oldest checkpoint or savepoint that the
     *     job may ever be restored from: restoring from one whose uploads were aborted fails. At least an hour
     */
    public SpateSinkBuilder<T> janitor(Duration olderThan) {
        if (requireNonNull(olderThan, "janitor is null").compareTo(Duration.ofHours(1)) < 0) {
            throw new IllegalArgumentException("janitor: uploads younger than an hour may well be in use: " + olderThan
                    + "; take more than the age of the oldest savepoint, such as Duration.ofDays(7)");
        }
        this.janitorAge = olderThan;
        return this;
    }

    /**
     * Has manifests and success files written when all objects of the job or of a bucket are visible, such as
     * {@code Completion.ofJob()}; by default there are none. As what is not told yet is kept in checkpoints, the sink
     * should have a {@code uid} in jobs that are restored.
     *
     * <p>Their names begin with {@code _}, by which Hive, Spark and Hadoop skip them. Whoever reads the path otherwise has
     * to leave them out, for instance by a pattern with the extension of the objects.
     */
    public SpateSinkBuilder<T> completion(Completion how) {
        this.completion = Optional.of(requireNonNull(how, "completion is null"));
        return this;
    }

    /** Has what was there before deleted when all objects of a job that ends are visible. */
    SpateSinkBuilder<T> overwrite(Overwrite what) {
        this.overwrite = what;
        return this;
    }

    /** One option of the engine, such as {@code endpoint}; see {@link io.spate.engine.Option#ALL}. */
    public SpateSinkBuilder<T> option(String key, String value) {
        options.put(requireNonNull(key, "option key is null"), requireNonNull(value, "option value is null"));
        return this;
    }

    /** Several options at once. */
    public SpateSinkBuilder<T> options(Map<String, String> more) {
        requireNonNull(more, "options is null").forEach(this::option);
        return this;
    }

    /**
     * Checks what was given.
     *
     * @throws IllegalStateException if path or format are missing
     * @throws IllegalArgumentException if the path or the key template is malformed or could name two objects alike, the
     *     format cannot be compressed, or an option is unknown or has a wrong value
     */
    public SpateSink<T> build() {
        SpateOptions checked = SpateOptions.of(options);
        return build(() -> Engine.open(checked));
    }

    /** A sink over engines of another origin. */
    SpateSink<T> build(EngineFactory engines) {
        if (path == null) {
            throw new IllegalStateException("no path: call path(\"spate://bucket/prefix/\") before build()");
        }
        if (format == null) {
            throw new IllegalStateException("no format: call format(SinkFormats.lines()) or another before build()");
        }
        if (!janitorAge.isZero() && janitorAge.compareTo(rolling.maxAge()) <= 0) {
            throw new IllegalArgumentException("janitor: " + janitorAge + " is not longer than the " + rolling.maxAge()
                    + " that rolling lets an object be open, so uploads in use would be aborted; raise the one or lower"
                    + " the other");
        }
        ObjectUri directory = directory(ObjectUri.parse(path));
        KeyTemplate template = KeyTemplate.parse(keyTemplate, !(bucketing instanceof NoBuckets));
        SinkFormat<T> compressed = CompressedFormat.of(format, compression);
        template.key(directory.key(), "", SAMPLE_ID, 0, compressed.extension());
        AfterCommits after = new AfterCommits(completion, overwrite);
        SinkPlan<T> plan = new SinkPlan<>(
                directory, compressed, bucketing, template, rolling, guarantee, after.isNeeded(), emptyObject);
        Janitor janitor = new Janitor(directory, template, janitorAge);
        return after.isNeeded()
                ? new CompletingSink<>(plan, janitor, after, engines)
                : new SpateSink<>(plan, janitor, engines);
    }

    private static ObjectUri directory(ObjectUri path) {
        boolean complete = path.key().isEmpty() || path.key().endsWith("/");
        return complete ? path : path.withKey(path.key() + "/");
    }
}
