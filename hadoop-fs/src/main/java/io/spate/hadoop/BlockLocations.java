package io.spate.hadoop;

import java.util.ArrayList;
import java.util.List;

import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;

/** Cuts files into the blocks that they are said to have. A store has no hosts to be near to, so all name {@code localhost}. */
final class BlockLocations {
    private static final String[] HOSTS = {"localhost"};
    private static final String[] NAMES = {"localhost:9866"};

    private BlockLocations() {}

    /** The blocks of a file that a range touches; none for a range beyond its end, or an empty file. */
    static BlockLocation[] of(FileStatus file, long start, long length) {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException("invalid range " + start + " + " + length + " of " + file.getPath());
        }
        long blockSize = file.getBlockSize() > 0 ? file.getBlockSize() : Math.max(1, file.getLen());
        long end = Math.min(file.getLen(), length > Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length);
        List<BlockLocation> blocks = new ArrayList<>();
        for (long at = start / blockSize * blockSize; at < end; at += blockSize) {
            blocks.add(new BlockLocation(NAMES, HOSTS, at, Math.min(blockSize, file.getLen() - at)));
        }
        return blocks.toArray(new BlockLocation[0]);
    }
}
