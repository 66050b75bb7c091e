package io.spate.sink;

import org.apache.flink.api.connector.sink2.SinkWriter;

import static java.util.Objects.requireNonNull;

/** Buckets in buckets. Most records have the same as the one before, which costs no new text. */
final class NestedBuckets<T> implements Bucketing<T> {
    private static final long serialVersionUID = 1L;

    private final Bucketing<T> outer;
    private final Bucketing<? super T> inner;
    private transient Joined last;

    NestedBuckets(Bucketing<T> outer, Bucketing<? super T> inner) {
        this.outer = outer;
        this.inner = requireNonNull(inner, "bucketing is null");
    }

    @Override
    public String bucketOf(T record, SinkWriter.Context context) {
        String outerBucket = BucketNames.requireBucket(outer.bucketOf(record, context));
        String innerBucket = BucketNames.requireBucket(inner.bucketOf(record, context));
        if (outerBucket.isEmpty() || innerBucket.isEmpty()) {
            return outerBucket + innerBucket;
        }
        Joined joined = last;
        if (joined == null || !joined.isOf(outerBucket, innerBucket)) {
            joined = new Joined(outerBucket, innerBucket, outerBucket + "/" + innerBucket);
            last = joined;
        }
        return joined.bucket();
    }

    private record Joined(String outer, String inner, String bucket) {
        boolean isOf(String otherOuter, String otherInner) {
            return outer.equals(otherOuter) && inner.equals(otherInner);
        }
    }
}
