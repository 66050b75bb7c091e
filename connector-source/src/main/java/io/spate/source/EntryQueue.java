package io.spate.source;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The entries of all assigned splits in the order in which they are read, the first of them open. Entries are opened and
 * fetched ahead for as long as the window has room, across the borders of objects and splits, so that there is no pause
 * between them and small objects come many at a time. Used by one thread.
 *
 * <p>A paused split keeps nothing but its position. When it is resumed, it goes behind the others.
 */
final class EntryQueue<T> implements Closeable {
    private final RecordFormat<T> format;
    private final InputOpener inputs;
    private final Map<String, AssignedSplit> splits = new LinkedHashMap<>();
    private final Deque<OpenEntry<T>> open = new ArrayDeque<>();

    EntryQueue(RecordFormat<T> format, InputOpener inputs) {
        this.format = format;
        this.inputs = inputs;
    }

    void add(SpateSplit split) {
        splits.put(split.splitId(), new AssignedSplit(split));
    }

    void remove(String id) throws IOException {
        pause(id);
        splits.remove(id);
    }

    /** Nothing more is read of any split. */
    void endAll() throws IOException {
        closeAll(open);
        splits.values().forEach(AssignedSplit::end);
    }

    void pause(String id) throws IOException {
        AssignedSplit split = splits.get(id);
        if (split == null || split.isPaused()) {
            return;
        }
        split.pause();
        Deque<OpenEntry<T>> paused = new ArrayDeque<>(open);
        paused.removeIf(entry -> entry.split() != split);
        open.removeAll(paused);
        closeAll(paused);
    }

    void resume(String id) {
        AssignedSplit split = splits.get(id);
        if (split != null && split.isPaused()) {
            split.resume();
            splits.remove(id);
            splits.put(id, split);
        }
    }

    /** A split that is read to its end, no more kept from now on. */
    Optional<AssignedSplit> takeRead() {
        Optional<AssignedSplit> read = splits.values().stream()
                .filter(split -> split.isRead() && !split.isPaused())
                .findFirst();
        read.ifPresent(split -> splits.remove(split.id()));
        return read;
    }

    /** The entry to be read now; empty if every split is paused, or there is none. */
    Optional<OpenEntry<T>> head() {
        if (open.isEmpty()) {
            openNext();
        }
        return Optional.ofNullable(open.peek());
    }

    /** Closes the entry that was read. */
    void removeHead() throws IOException {
        open.remove().close();
    }

    /** Starts requests for what is read next, as long as there is room for more. */
    void prefetch() {
        for (OpenEntry<T> entry : open) {
            if (!entry.prefetch()) {
                return;
            }
        }
        while (inputs.hasRoom() && open.size() < inputs.capacity() && openNext()) {
            if (!open.getLast().prefetch()) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        closeAll(open);
    }

    /** Closes every entry, also if one fails to close; then the first failure is thrown, and has the others with it. */
    @SuppressWarnings("try") // the entry is there to be closed, and for nothing else
    private void closeAll(Deque<OpenEntry<T>> entries) throws IOException {
        if (!entries.isEmpty()) {
            try (OpenEntry<T> last = entries.removeLast()) {
                closeAll(entries);
            }
        }
    }

    private boolean openNext() {
        Optional<AssignedSplit> next =
                splits.values().stream().filter(AssignedSplit::hasMoreToOpen).findFirst();
        next.ifPresent(split -> open.add(OpenEntry.open(split, split.openNext(), format, inputs)));
        return next.isPresent();
    }
}
