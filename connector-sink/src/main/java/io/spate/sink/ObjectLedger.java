package io.spate.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.spate.engine.ObjectUri;
import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * The objects that no manifest has named yet: those that are announced, since they become visible with a checkpoint, and
 * those that are visible.
 *
 * <p>What is told while the job goes on is sealed first: it is fixed in a checkpoint, and told when that is complete. So a
 * failure in between has the same told again, and nothing else.
 */
final class ObjectLedger {
    /** The checkpoint of what is announced. */
    static final long ANNOUNCED = -2;

    /** The checkpoint of what is visible, and not sealed. */
    static final long OPEN = -1;

    /** The checkpoint of what was sealed by one that is complete. */
    static final long SEALED = 0;

    /** What was found in a checkpoint, or goes into one. */
    record Entry(long checkpoint, VisibleObject object) {}

    /**
     * What is complete.
     *
     * @param bucket empty for the whole job as well
     * @param objects sorted by key; none if no manifest is wanted
     */
    record Complete(String bucket, List<VisibleObject> objects) {}

    private record Group(long checkpoint, String bucket) {}

    private static final class Objects {
        private final Map<ObjectUri, VisibleObject> byUri = new TreeMap<>();
        private long newestAt;
    }

    private final AfterCommits after;
    private final Map<Group, Objects> groups = new HashMap<>();
    private final Map<ObjectUri, VisibleObject> announced = new HashMap<>();

    ObjectLedger(AfterCommits after) {
        this.after = after;
    }

    /** Takes up what was in a checkpoint that is complete. A bucket starts to be idle now. */
    void restore(Entry entry, long now) {
        if (entry.checkpoint() == ANNOUNCED) {
            announce(entry.object());
        } else {
            long checkpoint = entry.checkpoint() == OPEN ? OPEN : SEALED;
            addTo(new Group(checkpoint, group(entry.object())), entry.object(), now);
        }
    }

    /** Takes what will be visible at the end of the job at the latest. */
    void announce(VisibleObject object) {
        if (isWanted()) {
            announced.put(object.uri(), object);
        }
    }

    /**
     * Takes what is visible.
     *
     * @param now milliseconds
     */
    void add(VisibleObject object, long now) {
        announced.remove(object.uri());
        if (isWanted()) {
            addTo(new Group(OPEN, group(object)), object, now);
        }
    }

    /** Fixes what is idle, to be told when a checkpoint is complete. */
    void seal(long checkpoint, long now) {
        for (Group group : List.copyOf(groups.keySet())) {
            Objects objects = groups.get(group);
            if (group.checkpoint() == OPEN && isIdle(objects, now)) {
                groups.remove(group);
                groups.put(new Group(checkpoint, group.bucket()), objects);
            }
        }
    }

    /** What may be told when a checkpoint is complete, and is not held any more. */
    List<Complete> takeSealed(long checkpoint) {
        return take(groups.keySet().stream()
                .filter(group -> group.checkpoint() != OPEN && group.checkpoint() <= checkpoint)
                .toList());
    }

    /** All that may be told when the job has ended. Nothing is held any more. */
    List<Complete> takeAll(long now) {
        List.copyOf(announced.values()).forEach(object -> add(object, now));
        List<Complete> all = take(List.copyOf(groups.keySet()));
        return all.isEmpty() && !after.ofBuckets() ? List.of(new Complete("", List.of())) : all;
    }

    /** All that are announced or visible, as far as each single one must be known. */
    List<VisibleObject> objects() {
        return entries().stream().map(Entry::object).toList();
    }

    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        announced.values().forEach(object -> entries.add(new Entry(ANNOUNCED, object)));
        groups.forEach((group, objects) ->
                objects.byUri.values().forEach(object -> entries.add(new Entry(group.checkpoint(), object))));
        return entries;
    }

    private List<Complete> take(List<Group> taken) {
        List<Complete> complete = new ArrayList<>();
        for (Group group : taken) {
            List<VisibleObject> objects = List.copyOf(groups.remove(group).byUri.values());
            complete.add(new Complete(group.bucket(), after.wantsAll() ? objects : List.of()));
        }
        return complete;
    }

    /** Where not all objects must be known, one stands for its bucket. */
    private void addTo(Group group, VisibleObject object, long now) {
        Objects objects = groups.computeIfAbsent(group, any -> new Objects());
        objects.newestAt = now;
        if (after.wantsAll() || objects.byUri.isEmpty()) {
            objects.byUri.put(object.uri(), object);
        }
    }

    private boolean isWanted() {
        return after.wantsAll() || after.ofBuckets();
    }

    private String group(VisibleObject object) {
        return after.ofBuckets() ? object.bucket() : "";
    }

    private boolean isIdle(Objects objects, long now) {
        return after.ofBuckets()
                && now - objects.newestAt >= after.completion().orElseThrow().bucketIdleMillis();
    }
}
