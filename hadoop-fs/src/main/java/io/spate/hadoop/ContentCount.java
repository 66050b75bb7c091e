package io.spate.hadoop;

import org.apache.hadoop.fs.ContentSummary;

import io.spate.engine.ObjectInfo;

/**
 * Counts the files, bytes and directories that the keys below a prefix imply, as they come in key order: so that the keys of
 * a directory follow one another, and the last key tells which directories are counted already.
 */
final class ContentCount {
    private final KeyCodec codec;
    private final String prefix;
    private String last = "";
    private long files;
    private long bytes;
    private long directories;

    /** @param prefix of the directory, with its slash */
    ContentCount(KeyCodec codec, String prefix) {
        this.codec = codec;
        this.prefix = prefix;
    }

    void addFile(long length) {
        files++;
        bytes += length;
    }

    /** Takes the directory of the prefix itself. */
    void addRoot() {
        directories = 1;
        last = prefix;
    }

    /** Takes an object below the prefix, or the marker of the directory itself. */
    void add(ObjectInfo info) {
        String key = info.uri().key();
        if (isEmpty()) {
            addRoot();
        }
        if (codec.path(key).isPresent()) {
            addDirectoriesOf(key);
            if (!key.endsWith("/")) {
                addFile(info.length());
            }
            last = key;
        }
    }

    boolean isEmpty() {
        return directories == 0;
    }

    ContentSummary summary() {
        return new ContentSummary.Builder()
                .length(bytes)
                .spaceConsumed(bytes)
                .fileCount(files)
                .directoryCount(directories)
                .build();
    }

    /** All between the prefix and the key that the last key was not in. */
    private void addDirectoriesOf(String key) {
        int slash = key.indexOf('/', prefix.length());
        while (slash >= 0) {
            if (!last.regionMatches(0, key, 0, slash + 1)) {
                directories++;
            }
            slash = key.indexOf('/', slash + 1);
        }
    }
}
