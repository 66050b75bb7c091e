package io.spate.sink;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Compresses into one member or frame after another, each whole by itself, since many decompressors read them as one.
 * Native memory is held from the first byte of a member to its end. Not closed itself: a member is ended or discarded.
 */
final class MemberOutput extends OutputStream {
    /** Compressors take bytes at a price per call. */
    private static final int BUFFER = 64 << 10;

    private final Compression compression;
    private final Below below;
    private OutputStream member;
    private boolean hasMember;

    MemberOutput(Compression compression, OutputStream out) {
        this.compression = compression;
        this.below = new Below(out);
    }

    @Override
    public void write(int value) throws IOException {
        member().write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > 0) {
            member().write(bytes, offset, length);
        }
    }

    /** Ends the member, if one was begun. */
    void endMember() throws IOException {
        if (member != null) {
            member.close();
            member = null;
        }
    }

    /** Ends the member. Makes an empty one if there was none at all, since nothing is not a compressed form of nothing. */
    void finish() throws IOException {
        if (!hasMember) {
            member();
        }
        endMember();
    }

    /** Frees the memory of a member that was not ended, and writes nothing more. */
    void discard() {
        below.out = nullOutputStream();
        try {
            endMember();
        } catch (IOException e) {
            throw new IllegalStateException("nothing was written, but it failed", e);
        }
    }

    private OutputStream member() throws IOException {
        if (member == null) {
            member = new BufferedOutputStream(compression.begin(below), BUFFER);
            hasMember = true;
        }
        return member;
    }

    /** Is not closed with a member. */
    private static final class Below extends OutputStream {
        private OutputStream out;

        Below(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }
    }
}
