package io.spate.sink;

import java.io.Serializable;
import java.time.Duration;

import static java.util.Objects.requireNonNull;

/**
 * How a sink tells others what is complete: by manifests, which name the objects that are there, and by success files,
 * which are empty. Both are objects themselves and appear when all that they stand for is visible, a success file after
 * the manifest.
 *
 * <p>A manifest is an object {@code _manifest-<16 hexadecimal digits>.jsonl}, its digits made of the keys that it names. It
 * has a line of JSON in UTF-8 for each object, sorted by key as stores sort:
 *
 * <pre>{@code
 * {"key":"out/day=1/4f…-0.gz","size":1024,"etag":"9a…","records":17,"bucket":"day=1"}
 * }</pre>
 *
 * where {@code bucket} is that of {@link Bucketing}; {@code etag} is missing where the store gives none, and {@code records}
 * for the few objects of which, at least once, after a failure, nobody knows the number. No object is in two manifests, and
 * a manifest that was written never changes: with {@code EXACTLY_ONCE} the manifests name each record once, and
 * with {@code AT_LEAST_ONCE} they leave out what attempts that failed have made visible after their last checkpoint.
 *
 * <p>An object that somebody has deleted or replaced before its manifest was written is left out, with a warning in the
 * log. A success file is {@code _SUCCESS}; what it says when it is there already is said anew.
 *
 * <p>Hive, Spark and Hadoop take names that begin with {@code _} for hidden; others read what their patterns match.
 *
 * @param scope what is told to be complete
 * @param manifest whether there are manifests; each object in them costs a request to ask for its etag
 * @param successFile whether there are success files
 * @param bucketIdle how long no object of a bucket became visible until the bucket is complete, which is looked after at
 *     checkpoints; at least a millisecond
 */
public record Completion(Scope scope, boolean manifest, boolean successFile, Duration bucketIdle)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Duration NEVER = Duration.ofMillis(Long.MAX_VALUE);

    /** What is told to be complete. */
    public enum Scope {
        /**
         * What the job has written, when it has ended, also if that is nothing: right below the path of the sink. Until
         * then the names of all objects are kept in checkpoints if there is to be a manifest, so it is for jobs that end.
         */
        JOB,
        /**
         * What there is in a bucket, each time that it was idle and when the job has ended: below the path of the sink in
         * the directory of the bucket. If more comes later, another manifest names that.
         */
        BUCKET
    }

    /** @throws IllegalArgumentException if it tells nothing, or is never idle */
    public Completion {
        requireNonNull(scope, "scope is null");
        requireNonNull(bucketIdle, "bucketIdle is null");
        if (!manifest && !successFile) {
            throw new IllegalArgumentException(
                    "completion: neither manifest nor success file; leave completion out to have none of them");
        }
        if (bucketIdle.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("completion: bucketIdle must be at least 1 ms: " + bucketIdle);
        }
    }

    /** A manifest and a success file when the job has ended. */
    public static Completion ofJob() {
        return new Completion(Scope.JOB, true, true, NEVER);
    }

    /**
     * A manifest and a success file for each bucket.
     *
     * @param idle after which it is complete, at least a millisecond
     */
    public static Completion ofBuckets(Duration idle) {
        return new Completion(Scope.BUCKET, true, true, idle);
    }

    /** This with success files only. */
    public Completion withoutManifest() {
        return new Completion(scope, false, successFile, bucketIdle);
    }

    /** This with manifests only. */
    public Completion withoutSuccessFile() {
        return new Completion(scope, manifest, false, bucketIdle);
    }

    /** The same in milliseconds, with the longest that there is for anything longer. */
    long bucketIdleMillis() {
        return bucketIdle.compareTo(NEVER) >= 0 ? Long.MAX_VALUE : bucketIdle.toMillis();
    }
}
