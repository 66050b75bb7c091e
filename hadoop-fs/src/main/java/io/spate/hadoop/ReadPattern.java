package io.spate.hadoop;

/**
 * Decides for each read whether it goes on with a sequence that is read ahead, or is served by itself. Pure; used by one
 * thread.
 *
 * <p>An adaptive pattern begins as a sequence wherever the first read is, except close to the end, where readers of
 * formats with a footer begin. The first jump that is not a short one forward makes it random; after enough bytes without
 * a jump it is a sequence again.
 */
final class ReadPattern {
    /** Jumps forward up to here are read over in a sequence. */
    static final long SHORT_JUMP = 1 << 20;

    /** A random pattern is a sequence after so many bytes, those of the first read not counted. */
    static final long SEQUENCE_AFTER = 1 << 20;

    private final boolean adaptive;
    private final long tail;
    private boolean random;
    private boolean begun;
    private boolean wasRandom;
    private boolean jumped;
    private long expected;
    private long run;

    /**
     * @param length of the file
     * @param minimum what random reads fetch at least: so much is its end
     */
    ReadPattern(ReadPolicy policy, long length, long minimum) {
        this.adaptive = policy == ReadPolicy.ADAPTIVE;
        this.random = policy == ReadPolicy.RANDOM;
        this.tail = length - minimum;
    }

    /** Whether the read at a position is served by itself. */
    boolean isRandomAt(long position) {
        if (adaptive && position != expected) {
            jump(position);
        }
        return random;
    }

    /**
     * Tells of the read that was asked about last.
     *
     * @return whether the pattern has changed since the read before
     */
    boolean read(long position, int count) {
        expected = position + count;
        if (adaptive && random) {
            run = jumped ? 0 : run + count;
            random = run < SEQUENCE_AFTER;
        }
        jumped = false;
        boolean changed = begun && random != wasRandom;
        wasRandom = random;
        begun = true;
        return changed;
    }

    private void jump(long position) {
        boolean sequence = begun ? isShort(position - expected) : position < tail;
        random |= !sequence;
        jumped = true;
    }

    private boolean isShort(long distance) {
        return distance > 0 && distance <= SHORT_JUMP;
    }
}
