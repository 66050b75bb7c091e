package io.spate.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * Inputs over arrays. Each range takes one place of the window from its prefetch until it is read or closed; a read gives
 * bytes of one range. A blocked object gives no bytes until it is woken up or freed.
 */
final class FakeInputs implements InputOpener {
    private final Map<String, byte[]> objects = new HashMap<>();
    private final Map<String, Boolean> blocked = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private final Map<String, IOException> failures = new HashMap<>();
    private final int capacity;
    private final long rangeSize;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private int taken;

    /** Inputs that are one range each, which is held until they are closed. */
    FakeInputs(int capacity) {
        this(capacity, Integer.MAX_VALUE);
    }

    FakeInputs(int capacity, long rangeSize) {
        this.capacity = capacity;
        this.rangeSize = rangeSize;
    }

    ObjectInfo put(String key, byte[] bytes) {
        objects.put(key, bytes);
        return TestObjects.object(key, bytes.length);
    }

    synchronized void block(String key) {
        blocked.put(key, true);
    }

    synchronized void free(String key) {
        blocked.put(key, false);
        notifyAll();
    }

    /** Makes every read of an object fail. */
    void fail(String key, IOException failure) {
        failures.put(key, failure);
    }

    /** What happened so far: "open KEY [start, end)", "prefetch KEY", "read KEY" to its end, "close KEY". */
    List<String> events() {
        return List.copyOf(events);
    }

    /** Counted down when a read waits. */
    CountDownLatch waiting() {
        return waiting;
    }

    int taken() {
        return taken;
    }

    @Override
    public ObjectInput open(ObjectInfo object, ByteRange core, ByteRange touched) {
        events.add("open " + object.uri().key() + " " + touched);
        return new FakeInput(object);
    }

    @Override
    public boolean hasRoom() {
        return taken < capacity;
    }

    @Override
    public int capacity() {
        return capacity;
    }

    private final class FakeInput implements ObjectInput {
        private final BytesInput bytes;
        private final String key;
        private final long length;
        private long started;
        private int held;
        private boolean prefetched;
        private boolean woken;

        FakeInput(ObjectInfo object) {
            this.key = object.uri().key();
            this.bytes = BytesInput.generous(objects.get(key));
            this.length = bytes.info().length();
        }

        @Override
        public ObjectInfo info() {
            return TestObjects.object(key, length);
        }

        @Override
        public long position() {
            return bytes.position();
        }

        @Override
        public int read(byte[] target, int offset, int count) throws IOException {
            synchronized (FakeInputs.this) {
                while (blocked.getOrDefault(key, false) && !woken) {
                    waiting.countDown();
                    try {
                        FakeInputs.this.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                if (woken) {
                    woken = false;
                    return 0;
                }
            }
            if (failures.containsKey(key)) {
                throw failures.get(key);
            }
            long leftOfRange = rangeSize - bytes.position() % rangeSize;
            int read = bytes.read(target, offset, (int) Math.min(count, leftOfRange));
            giveBackRead();
            return read;
        }

        @Override
        public void seek(long position) {
            bytes.seek(position);
        }

        @Override
        public boolean prefetch() {
            while ((!prefetched || started < length) && taken < capacity) {
                if (!prefetched) {
                    events.add("prefetch " + key);
                }
                prefetched = true;
                started += rangeSize;
                held++;
                taken++;
            }
            return prefetched && started >= length;
        }

        @Override
        public void wakeUp() {
            synchronized (FakeInputs.this) {
                woken = true;
                FakeInputs.this.notifyAll();
            }
        }

        @Override
        public void close() {
            taken -= held;
            held = 0;
            prefetched = false;
            events.add("close " + key);
        }

        /** As an input of the engine does: a range that is read gives its place to the next one of the same object. */
        private void giveBackRead() {
            while (held > 0 && bytes.position() >= started - (held - 1) * rangeSize) {
                held--;
                taken--;
                prefetch();
            }
            if (bytes.position() == length) {
                events.add("read " + key);
            }
        }
    }
}
