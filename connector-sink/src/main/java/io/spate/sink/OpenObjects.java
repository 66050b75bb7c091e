package io.spate.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.spate.engine.Engine;
import io.spate.engine.MemoryRelief;
import io.spate.engine.ObjectWriter;
import io.spate.engine.Option;
import io.spate.engine.PersistedObject;
import io.spate.engine.WriteTarget;

/**
 * The objects of a subtask that take records, one for each bucket. Used by the task; others may ask how far they are.
 *
 * <p>Handing bytes to any of them may end others, to free memory for these bytes: so one that was found before may be
 * open no more.
 */
final class OpenObjects<T> implements MemoryRelief {
    private static final Logger LOG = LoggerFactory.getLogger(OpenObjects.class);

    private final SinkPlan<T> plan;
    private final Engine engine;
    private final ObjectNames names;
    private final Delivery delivery;
    private final EndedObjects ended;
    private final SinkMetrics metrics;
    private final RollTimer timer;
    private final Map<String, OpenObject<T>> open = new ConcurrentHashMap<>();
    private final Map<OpenObject<T>, CompletableFuture<PersistedObject>> persisting = new LinkedHashMap<>();
    private boolean warnedOfMemory;

    OpenObjects(
            SinkPlan<T> plan,
            Engine engine,
            ObjectNames names,
            Delivery delivery,
            EndedObjects ended,
            SinkMetrics metrics,
            ProcessingTimeService time) {
        this.plan = plan;
        this.engine = engine;
        this.names = names;
        this.delivery = delivery;
        this.ended = ended;
        this.metrics = metrics;
        this.timer = new RollTimer(time, this::endDue);
    }

    /** Writes a record to the object of its bucket, which ends if it has reached a limit. */
    void write(T record, String bucket) throws IOException {
        ended.check();
        long now = timer.now();
        OpenObject<T> object = in(bucket, now);
        object.encode(record, now);
        if (object.isDue(plan.rolling(), now)) {
            end(object);
        }
    }

    /** Begins the object of a bucket, where none is open. */
    void open(String bucket) throws IOException {
        ended.check();
        in(bucket, timer.now());
    }

    void endAll() throws IOException {
        for (OpenObject<T> object : open.values()) {
            end(object);
        }
    }

    /** Has all encoders hand over what they hold. */
    void flush() throws IOException {
        for (OpenObject<T> object : open.values()) {
            if (isOpen(object)) {
                object.flush();
            }
        }
    }

    /** Ends objects, those with the longest tails first, until all tails together have no more than so many bytes. */
    void endBeyond(long mostBytes) throws IOException {
        List<OpenObject<T>> longestFirst = new ArrayList<>(open.values());
        longestFirst.sort(Comparator.comparingLong((OpenObject<T> object) -> object.tailBytes())
                .reversed());
        long bytes = longestFirst.stream().mapToLong(OpenObject::tailBytes).sum();
        for (OpenObject<T> object : longestFirst) {
            if (bytes <= mostBytes) {
                return;
            }
            bytes -= object.tailBytes();
            end(object);
        }
    }

    /** Has what a checkpoint needs sent to the store. To be called after {@link #flush()}. */
    void beginPersist() throws IOException {
        persisting.clear();
        for (OpenObject<T> object : open.values()) {
            persisting.put(object, object.writer().persist());
        }
    }

    /** All objects with the bytes they had at {@link #beginPersist()}, or else have now, when those in flight have arrived. */
    List<SpateWriterState> awaitPersisted() throws IOException {
        if (persisting.isEmpty()) {
            beginPersist();
        }
        List<SpateWriterState> states = new ArrayList<>();
        for (Map.Entry<OpenObject<T>, CompletableFuture<PersistedObject>> entry : persisting.entrySet()) {
            OpenObject<T> object = entry.getKey();
            states.add(new SpateWriterState(
                    Outcome.uninterrupted(
                            entry.getValue(), "keeping " + object.writer().uri() + " in a checkpoint"),
                    object.bucket(),
                    object.records()));
        }
        persisting.clear();
        return states;
    }

    /** Ends the one that frees the most memory. */
    @Override
    public boolean relieve(ObjectWriter wanting) {
        Optional<OpenObject<T>> largest = open.values().stream()
                .filter(object -> object.writer() != wanting && object.canBeRelieved())
                .max(Comparator.comparingLong(object -> object.writer().bufferedBytes()));
        try {
            if (largest.isPresent()) {
                warnOfMemory();
                end(largest.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return largest.isPresent();
    }

    private void warnOfMemory() {
        if (!warnedOfMemory) {
            warnedOfMemory = true;
            LOG.warn(
                    "objects below {} end before they are due, since {} are open in this subtask and option '{}' of {} bytes"
                            + " is used up; raise it, or have the records of a bucket come to one subtask by keyBy. This is"
                            + " said once",
                    plan.directory(),
                    open.size(),
                    Option.MEMORY,
                    engine.options().get(Option.MEMORY));
        }
    }

    /** Gives memory back. What the store has of the objects stays there. */
    void close() {
        timer.cancel();
        List<RuntimeException> failures = new ArrayList<>();
        for (OpenObject<T> object : open.values()) {
            try {
                object.close();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        open.clear();
        if (!failures.isEmpty()) {
            RuntimeException first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }

    int size() {
        return open.size();
    }

    int uploads() {
        return (int) open.values().stream()
                .filter(object -> object.writer().hasUpload())
                .count();
    }

    /** Milliseconds; 0 without an upload. */
    long oldestUploadAge() {
        long now = timer.now();
        return open.values().stream()
                .filter(object -> object.writer().hasUpload())
                .mapToLong(object -> now - object.openedAt())
                .max()
                .orElse(0);
    }

    int partsInFlight() {
        return open.values().stream()
                .mapToInt(object -> object.writer().partsInFlight())
                .sum();
    }

    private OpenObject<T> in(String bucket, long now) throws IOException {
        OpenObject<T> found = bucket == null ? null : open.get(bucket);
        if (found != null) {
            return found;
        }
        WriteTarget target = names.next(bucket);
        OpenObject<T> opened =
                new OpenObject<>(bucket, engine.writer(target, this), plan.format(), metrics.bytesSent(), now);
        open.put(bucket, opened);
        timer.wakeAt(opened.nextCheckAt(plan.rolling()));
        return opened;
    }

    private long endDue(long now) throws IOException {
        for (OpenObject<T> object : open.values()) {
            if (isOpen(object) && object.isDue(plan.rolling(), now)) {
                end(object);
            }
        }
        return open.values().stream()
                .mapToLong(object -> object.nextCheckAt(plan.rolling()))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private void end(OpenObject<T> object) throws IOException {
        if (open.remove(object.bucket(), object)) {
            try {
                object.finishRecords();
                deliver(object);
            } finally {
                object.close();
            }
        }
    }

    private void deliver(OpenObject<T> object) throws IOException {
        ObjectWriter writer = object.writer();
        long began = System.nanoTime();
        CompletableFuture<Optional<SpateCommittable>> outcome = delivery.end(writer, object.bucket(), object.records())
                .whenComplete((done, failure) -> metrics.sent(System.nanoTime() - began));
        ended.add(writer, outcome);
    }

    private boolean isOpen(OpenObject<T> object) {
        return open.get(object.bucket()) == object;
    }
}
