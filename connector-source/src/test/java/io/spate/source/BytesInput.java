package io.spate.source;

import java.util.random.RandomGenerator;

import io.spate.engine.ObjectInfo;

/** An input over an array that gives as few bytes, and is woken up as often, as a random generator says. */
final class BytesInput implements RecordInput {
    private final ObjectInfo info;
    private final byte[] bytes;
    private final RandomGenerator random;
    private int position;

    BytesInput(byte[] bytes, RandomGenerator random) {
        this("key", bytes, random);
    }

    private BytesInput(String key, byte[] bytes, RandomGenerator random) {
        this.info = TestObjects.object(key, bytes.length);
        this.bytes = bytes;
        this.random = random;
    }

    /** An input that always gives all there is. */
    static BytesInput generous(byte[] bytes) {
        return new BytesInput(bytes, () -> -1L);
    }

    /** The same of an object of this key. */
    static BytesInput named(String key, byte[] bytes) {
        return new BytesInput(key, bytes, () -> -1L);
    }

    @Override
    public ObjectInfo info() {
        return info;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (position == bytes.length) {
            return -1;
        }
        if (random.nextLong() % 5 == 0) {
            return 0;
        }
        int most = Math.min(length, bytes.length - position);
        int count = random.nextLong() < 0 ? most : Math.min(most, 1 + (int) Math.floorMod(random.nextLong(), 7L));
        System.arraycopy(bytes, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public void seek(long target) {
        position = Math.toIntExact(target);
    }
}
