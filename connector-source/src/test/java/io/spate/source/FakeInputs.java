package io.spate.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.spate.engine.ByteRange;
import io.spate.engine.ObjectInfo;

/**
 * Inputs over arrays. Each takes one place of the window from its prefetch until it is closed. A blocked object gives no
 * bytes until it is woken up or freed.
 */
final class FakeInputs implements InputOpener {
    private final Map<String, byte[]> objects = new HashMap<>();
    private final Map<String, Boolean> blocked = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private final int capacity;
    private final CountDownLatch waiting = new CountDownLatch(1);
    private int taken;

    FakeInputs(int capacity) {
        this.capacity = capacity;
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

    /** What happened so far: "open KEY [start, end)", "prefetch KEY", "close KEY". */
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
        private boolean prefetched;
        private boolean woken;

        FakeInput(ObjectInfo object) {
            this.key = object.uri().key();
            this.bytes = BytesInput.generous(objects.get(key));
        }

        @Override
        public ObjectInfo info() {
            return TestObjects.object(key, bytes.info().length());
        }

        @Override
        public long position() {
            return bytes.position();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
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
            return bytes.read(target, offset, length);
        }

        @Override
        public void seek(long position) {
            bytes.seek(position);
        }

        @Override
        public boolean prefetch() {
            if (!prefetched && taken < capacity) {
                prefetched = true;
                taken++;
                events.add("prefetch " + key);
            }
            return prefetched;
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
            taken -= prefetched ? 1 : 0;
            prefetched = false;
            events.add("close " + key);
        }
    }
}
