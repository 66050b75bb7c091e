package io.spate.hadoop;

import java.util.HashSet;
import java.util.Set;

import org.apache.hadoop.fs.ContentSummary;

import io.spate.engine.ObjectInfo;

/** Counts the files, bytes and directories that the keys below a prefix imply. */
final class ContentCount {
    private final String prefix;
    private final Set<String> directories = new HashSet<>();
    private long files;
    private long bytes;

    /** @param prefix of the directory, with its slash */
    ContentCount(String prefix) {
        this.prefix = prefix;
    }

    void addFile(long length) {
        files++;
        bytes += length;
    }

    /** Takes an object below the prefix, or the marker of the directory itself. */
    void add(ObjectInfo info) {
        String key = info.uri().key();
        addDirectoriesOf(key);
        if (!key.endsWith("/")) {
            addFile(info.length());
        }
    }

    boolean isEmpty() {
        return files == 0 && directories.isEmpty();
    }

    ContentSummary summary() {
        return new ContentSummary.Builder()
                .length(bytes)
                .spaceConsumed(bytes)
                .fileCount(files)
                .directoryCount(directories.size())
                .build();
    }

    /** The directory of the prefix, and all between it and the key. */
    private void addDirectoriesOf(String key) {
        int slash = key.lastIndexOf('/');
        while (slash >= prefix.length() && directories.add(key.substring(0, slash + 1))) {
            slash = key.lastIndexOf('/', slash - 1);
        }
        directories.add(prefix);
    }
}
