package io.spate.sink;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.spate.engine.ObjectUri;
import io.spate.sink.SpateCommittable.SubtaskEnd;
import io.spate.sink.SpateCommittable.VisibleObject;

/**
 * The objects that no manifest has named yet, and the subtasks that have ended.
 *
 * <p>What is told while the job goes on is sealed first: it is fixed in a checkpoint, and told when that is complete. So a
 * failure in between has the same told again, and nothing else.
 */
final class ObjectLedger {
    /** The checkpoint of what is not sealed. */
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

    private final Completion completion;
    private final Map<Group, Objects> groups = new HashMap<>();
    private final Map<Integer, Set<Integer>> endedByParallelism = new HashMap<>();

    ObjectLedger(Completion completion) {
        this.completion = completion;
    }

    /** Takes up what was in a checkpoint that is complete. A bucket starts to be idle now. */
    void restore(Entry entry, long now) {
        long checkpoint = entry.checkpoint() == OPEN ? OPEN : SEALED;
        addTo(new Group(checkpoint, group(entry.object())), entry.object(), now);
    }

    /** @param now milliseconds */
    void add(VisibleObject object, long now) {
        if (completion.scope() == Completion.Scope.BUCKET || completion.manifest()) {
            addTo(new Group(OPEN, group(object)), object, now);
        }
    }

    /** A subtask that has something to say goes on, whatever was said of it before. */
    void goesOn(int subtask) {
        endedByParallelism.values().forEach(ended -> ended.remove(subtask));
    }

    /** Takes the end of a subtask, and tells whether all have ended now. */
    boolean end(SubtaskEnd end) {
        Set<Integer> ended = endedByParallelism.computeIfAbsent(end.parallelism(), parallelism -> new HashSet<>());
        ended.add(end.subtask());
        return ended.size() == end.parallelism();
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
    List<Complete> takeAll() {
        List<Complete> all = take(List.copyOf(groups.keySet()));
        endedByParallelism.clear();
        boolean nothing = all.isEmpty() && completion.scope() == Completion.Scope.JOB;
        return nothing ? List.of(new Complete("", List.of())) : all;
    }

    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        groups.forEach((group, objects) ->
                objects.byUri.values().forEach(object -> entries.add(new Entry(group.checkpoint(), object))));
        return entries;
    }

    /** The subtasks that have ended. */
    List<SubtaskEnd> ends() {
        List<SubtaskEnd> ends = new ArrayList<>();
        endedByParallelism.forEach(
                (parallelism, ended) -> ended.forEach(subtask -> ends.add(new SubtaskEnd(subtask, parallelism))));
        return ends;
    }

    private List<Complete> take(List<Group> taken) {
        List<Complete> complete = new ArrayList<>();
        for (Group group : taken) {
            List<VisibleObject> objects = List.copyOf(groups.remove(group).byUri.values());
            complete.add(new Complete(group.bucket(), completion.manifest() ? objects : List.of()));
        }
        return complete;
    }

    /** Where no manifest is wanted, one object stands for its bucket. */
    private void addTo(Group group, VisibleObject object, long now) {
        Objects objects = groups.computeIfAbsent(group, any -> new Objects());
        objects.newestAt = now;
        if (completion.manifest() || objects.byUri.isEmpty()) {
            objects.byUri.put(object.uri(), object);
        }
    }

    private String group(VisibleObject object) {
        return completion.scope() == Completion.Scope.BUCKET ? object.bucket() : "";
    }

    private boolean isIdle(Objects objects, long now) {
        return completion.scope() == Completion.Scope.BUCKET && now - objects.newestAt >= completion.bucketIdleMillis();
    }
}
