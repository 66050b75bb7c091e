package io.spate.hadoop;

import java.io.FileNotFoundException;
import java.time.Instant;

import org.apache.hadoop.fs.Path;

import io.spate.engine.ObjectInfo;

/**
 * The names of a file that is held.
 *
 * @param target what it will be
 * @param created what it has as the time of its last write
 */
record HeldName(Bucket bucket, Path temporary, Path target, Instant created) {
    static HeldName now(Bucket bucket, Path temporary, Path target) {
        return new HeldName(bucket, temporary, target, Instant.now());
    }

    /** The status of the temporary file, without an etag. */
    SpateFileStatus status(long length) {
        return bucket.fileStatus(temporary, new ObjectInfo(bucket.file(temporary), length, "", created));
    }

    /** Why nothing can be done with it any more. */
    FileNotFoundException gone() {
        return new FileNotFoundException("it was deleted or renamed meanwhile: " + temporary);
    }
}
