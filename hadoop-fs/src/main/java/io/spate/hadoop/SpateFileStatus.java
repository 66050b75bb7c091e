package io.spate.hadoop;

import java.time.Instant;

import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectUri;

import static java.util.Objects.requireNonNull;

/**
 * The status of a file, with the etag of its object, or of a directory, which has none. Permissions are made up: everything
 * may be done that the store lets the user do.
 */
final class SpateFileStatus extends FileStatus implements EtagSource {
    private static final long serialVersionUID = 1L;
    private static final FsPermission OF_FILES = new FsPermission((short) 0666);
    private static final FsPermission OF_DIRECTORIES = new FsPermission((short) 0777);

    private final String etag;

    private SpateFileStatus(
            long length,
            boolean directory,
            long blockSize,
            long modified,
            FsPermission permission,
            String owner,
            Path path,
            String etag) {
        super(length, directory, 1, blockSize, modified, modified, permission, owner, owner, path);
        this.etag = requireNonNull(etag, "etag is null");
    }

    static SpateFileStatus file(Path path, ObjectInfo info, String owner, long blockSize) {
        return new SpateFileStatus(
                info.length(),
                false,
                blockSize,
                info.lastModified().toEpochMilli(),
                OF_FILES,
                owner,
                path,
                info.etag());
    }

    /** @param modified milliseconds since 1970: keys do not tell when a directory began or changed, so it is the present */
    static SpateFileStatus directory(Path path, String owner, long modified) {
        return new SpateFileStatus(0, true, 0, modified, OF_DIRECTORIES, owner, path, "");
    }

    /** The etag of the object; null if the store gives none, and for a directory, as Hadoop has it. */
    @Override
    public String getEtag() {
        return etag.isEmpty() ? null : etag;
    }

    /** The version of the object at a key that this is of. */
    ObjectInfo info(ObjectUri uri) {
        return new ObjectInfo(uri, getLen(), etag, Instant.ofEpochMilli(getModificationTime()));
    }
}
