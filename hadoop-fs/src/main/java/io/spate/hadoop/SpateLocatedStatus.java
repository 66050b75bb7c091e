package io.spate.hadoop;

import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.LocatedFileStatus;

/** A {@link SpateFileStatus} with the blocks that the file is said to have. */
final class SpateLocatedStatus extends LocatedFileStatus implements EtagSource {
    private static final long serialVersionUID = 1L;

    private final String etag;

    SpateLocatedStatus(SpateFileStatus status) {
        super(status, status.isFile() ? BlockLocations.of(status, 0, status.getLen()) : null);
        this.etag = status.getEtag();
    }

    /** Null where there is none, as Hadoop has it. */
    @Override
    public String getEtag() {
        return etag;
    }
}
