package io.spate.it;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

/**
 * Looks at the objects of a bucket again and again, from its start to its end: each must be complete when it appears, stay
 * as it is from then on, and hold lines that no other has. Thread-safe.
 */
final class ObjectWatch implements Closeable {
    private static final long MILLIS_BETWEEN_LOOKS = 250;
    private static final int MOST_FAULTS = 10;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final Map<ObjectUri, ObjectInfo> known = new HashMap<>();
    private final BitSet seen = new BitSet();
    private final List<String> faults = new ArrayList<>();
    private final BucketedLines lines;
    private final StoredObjects objects;
    private long looks;

    private ObjectWatch(String bucket, BucketedLines lines) {
        this.lines = lines;
        this.objects = new StoredObjects(bucket);
    }

    static ObjectWatch start(String bucket, BucketedLines lines) {
        ObjectWatch watch = new ObjectWatch(bucket, lines);
        Future<?> unused =
                watch.thread.scheduleWithFixedDelay(watch::look, 0, MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
        return watch;
    }

    /** The first of what was wrong so far. */
    synchronized List<String> faults() {
        return faults.stream().limit(MOST_FAULTS).toList();
    }

    /** What is wrong in the end, if each of {@code count} lines should be there once. */
    synchronized List<String> faultsAtTheEnd(int count) {
        look();
        if (seen.cardinality() != count || seen.length() != count) {
            faults.add("only " + seen.cardinality() + " of " + count + " lines are there, the first missing one is "
                    + seen.nextClearBit(0));
        }
        return faults();
    }

    /** How many objects there are. */
    synchronized int objects() {
        return known.size();
    }

    /** How often it has looked. */
    synchronized long looks() {
        return looks;
    }

    @Override
    public void close() throws IOException {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(Gate.LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the watch does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        objects.close();
    }

    private synchronized void look() {
        try {
            looks++;
            Set<ObjectUri> missing = new HashSet<>(known.keySet());
            for (ObjectInfo object : objects.list()) {
                missing.remove(object.uri());
                ObjectInfo before = known.putIfAbsent(object.uri(), object);
                if (before == null) {
                    read(object);
                } else if (before.length() != object.length() || !before.etag().equals(object.etag())) {
                    faults.add("changed from " + before + " to " + object);
                }
            }
            missing.forEach(uri -> faults.add("no longer there: " + uri));
        } catch (IOException | RuntimeException e) {
            faults.add("cannot be looked at: " + e);
        }
    }

    private void read(ObjectInfo object) throws IOException {
        String text = new String(objects.bytes(object), StandardCharsets.UTF_8);
        if (text.length() != object.length() || !text.endsWith("\n")) {
            faults.add("not complete: " + object + " has " + text.length() + " bytes");
        }
        text.lines().forEach(line -> check(object, line));
    }

    private void check(ObjectInfo object, String line) {
        String start = line.substring(0, Math.min(line.length(), 40));
        if (!line.matches("\\d+ .*") || !lines.isRight(line)) {
            faults.add("not as written, in " + object + ": " + start);
            return;
        }
        int number = NumberedLines.numberOf(line);
        if (!object.uri().key().contains("/b=" + lines.bucketOf(line) + "/")) {
            faults.add("in the wrong bucket, in " + object + ": " + start);
        }
        if (seen.get(number)) {
            faults.add("there before, and again in " + object + ": " + start);
        }
        seen.set(number);
    }
}
