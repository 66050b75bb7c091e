package io.spate.engine;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The bytes of one part, in blocks of the pool. Filled by one thread, then handed over to others, which only read it, and
 * released by the last of them.
 */
final class PartBuffer implements WriteBody {
    private final List<byte[]> blocks = new ArrayList<>();
    private long length;

    @Override
    public long length() {
        return length;
    }

    /** How many bytes fit in before another block is needed. */
    int room() {
        return (int) (blocks.size() * (long) BufferPool.BLOCK - length);
    }

    void addBlock(byte[] block) {
        blocks.add(block);
    }

    /** Takes bytes, no more than there is room for. */
    void append(byte[] source, int offset, int count) {
        byte[] last = blocks.get(blocks.size() - 1);
        System.arraycopy(source, offset, last, BufferPool.BLOCK - room(), count);
        length += count;
    }

    byte[] toByteArray() {
        byte[] bytes = new byte[Math.toIntExact(length)];
        int position = 0;
        for (byte[] block : blocks) {
            int count = Math.min(block.length, bytes.length - position);
            System.arraycopy(block, 0, bytes, position, count);
            position += count;
        }
        return bytes;
    }

    @Override
    public int crc32c() {
        CRC32C crc = new CRC32C();
        long left = length;
        for (byte[] block : blocks) {
            int count = (int) Math.min(block.length, left);
            crc.update(block, 0, count);
            left -= count;
        }
        return (int) crc.getValue();
    }

    @Override
    public InputStream open() {
        return new Blocks();
    }

    int blockCount() {
        return blocks.size();
    }

    /** Takes the blocks away: the buffer is empty then. */
    List<byte[]> takeBlocks() {
        List<byte[]> taken = List.copyOf(blocks);
        blocks.clear();
        length = 0;
        return taken;
    }

    private final class Blocks extends InputStream {
        private long position;

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            if (count == 0 || position == length) {
                return count == 0 ? 0 : -1;
            }
            byte[] block = blocks.get((int) (position / BufferPool.BLOCK));
            int from = (int) (position % BufferPool.BLOCK);
            int some = (int) Math.min(Math.min(count, BufferPool.BLOCK - from), length - position);
            System.arraycopy(block, from, target, offset, some);
            position += some;
            return some;
        }

        @Override
        public int available() {
            return (int) Math.min(Integer.MAX_VALUE, length - position);
        }
    }
}
