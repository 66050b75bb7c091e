package io.spate.hadoop;

import java.net.URI;
import java.util.Optional;

import org.apache.hadoop.fs.Path;

import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectStore;
import io.spate.engine.ObjectUri;
import io.spate.engine.Precondition;
import io.spate.engine.StoreProfile;

/**
 * One bucket seen as a tree: what all operations of a file system share.
 *
 * @param uri scheme and bucket
 * @param owner whom all files belong to, as far as anybody asks
 * @param blockSize of all files, in bytes
 */
record Bucket(Engine engine, URI uri, String name, KeyCodec codec, String owner, long blockSize) {
    ObjectStore store() {
        return engine.store();
    }

    /** The object that a path names as a file. */
    ObjectUri file(Path path) {
        return new ObjectUri(name, KeyCodec.key(path));
    }

    /** What is below a path as a directory, and where its marker is; an empty key for the root. */
    ObjectUri directory(Path path) {
        return new ObjectUri(name, KeyCodec.prefix(path));
    }

    /** That there is nothing yet where a file is to be, as far as the store sees to it. */
    Precondition ifAbsent() {
        return keeps(Precondition.IF_ABSENT) ? Precondition.IF_ABSENT : Precondition.NONE;
    }

    /** Whether the store sees to it for a file of any size. */
    boolean keeps(Precondition precondition) {
        StoreProfile profile = engine.profile(name);
        return profile.putsIf(precondition) && profile.completesIf(precondition);
    }

    SpateFileStatus fileStatus(Path path, ObjectInfo info) {
        return SpateFileStatus.file(path, info, owner, blockSize);
    }

    SpateFileStatus directoryStatus(Path path) {
        return SpateFileStatus.directory(path, owner, System.currentTimeMillis());
    }

    /** The path of a key; empty where paths cannot express it, see {@link KeyCodec}. */
    Optional<Path> path(String key) {
        return codec.path(key);
    }
}
