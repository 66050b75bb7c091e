package io.spate.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

import org.apache.hadoop.fs.ContentSummary;

/**
 * What a file system should hold, as HDFS would: paths without a slash at their end, the root is empty. Each operation
 * says how it ends: what is returned, or the class of what is thrown.
 */
final class ModelTree {
    static final String DONE = "true";
    static final String REFUSED = "false";

    /** What an entry is; a directory has no text. */
    private final NavigableMap<String, Optional<String>> entries = new TreeMap<>();

    ModelTree() {
        entries.put("", Optional.empty());
    }

    /** All paths in order, directories with a slash behind, files with their text. */
    List<String> dump() {
        List<String> lines = new ArrayList<>();
        entries.forEach((path, text) -> {
            if (!path.isEmpty()) {
                lines.add(text.map(known -> fileLine(path, known)).orElse(path + "/"));
            }
        });
        return lines;
    }

    static String fileLine(String path, String text) {
        return path + " has " + text.length() + " of " + text.hashCode();
    }

    boolean isFile(String path) {
        return entries.containsKey(path) && entries.get(path).isPresent();
    }

    boolean isDirectory(String path) {
        return entries.containsKey(path) && entries.get(path).isEmpty();
    }

    boolean exists(String path) {
        return entries.containsKey(path);
    }

    String mkdirs(String path) {
        if (isFile(path)) {
            return "FileAlreadyExistsException";
        }
        if (fileAbove(path)) {
            return "ParentNotDirectoryException";
        }
        addDirectories(path);
        return DONE;
    }

    String create(String path, boolean overwrite, String text) {
        if (isDirectory(path)) {
            return "FileAlreadyExistsException";
        }
        if (fileAbove(path)) {
            return "ParentNotDirectoryException";
        }
        if (isFile(path) && !overwrite) {
            return "FileAlreadyExistsException";
        }
        addDirectories(parent(path));
        entries.put(path, Optional.of(text));
        return DONE;
    }

    String delete(String path, boolean recursive) {
        if (!exists(path)) {
            return REFUSED;
        }
        if (isDirectory(path) && !recursive && !below(path).isEmpty()) {
            return "PathIsNotEmptyDirectoryException";
        }
        below(path).clear();
        entries.remove(path);
        return DONE;
    }

    String rename(String source, String target) {
        if (!exists(source)) {
            return REFUSED;
        }
        String to = isDirectory(target) ? target + source.substring(source.lastIndexOf('/')) : target;
        if (to.equals(source)) {
            return isFile(source) ? DONE : REFUSED;
        }
        if (exists(to) || !isDirectory(parent(to)) || to.startsWith(source + "/")) {
            return REFUSED;
        }
        NavigableMap<String, Optional<String>> moved = new TreeMap<>(below(source));
        moved.put(source, entries.get(source));
        delete(source, true);
        moved.forEach((path, text) -> entries.put(to + path.substring(source.length()), text));
        return DONE;
    }

    /** The sources are different files, and none is the target. */
    String concat(String target, List<String> sources) {
        StringBuilder all = new StringBuilder(entries.get(target).orElseThrow());
        for (String source : sources) {
            all.append(entries.remove(source).orElseThrow());
        }
        entries.put(target, Optional.of(all.toString()));
        return DONE;
    }

    List<String> paths() {
        return entries.keySet().stream().filter(path -> !path.isEmpty()).toList();
    }

    List<String> files() {
        return entries.keySet().stream().filter(this::isFile).toList();
    }

    String text(String path) {
        return entries.get(path).orElseThrow();
    }

    ContentSummary summary(String path) {
        List<String> all = new ArrayList<>(below(path).keySet());
        all.add(path);
        List<String> files = all.stream().filter(this::isFile).toList();
        return new ContentSummary.Builder()
                .length(files.stream().mapToInt(file -> text(file).length()).sum())
                .fileCount(files.size())
                .directoryCount(all.size() - files.size())
                .build();
    }

    private NavigableMap<String, Optional<String>> below(String path) {
        return entries.subMap(path + "/", true, path + "0", false);
    }

    private boolean fileAbove(String path) {
        return !path.isEmpty() && (isFile(parent(path)) || fileAbove(parent(path)));
    }

    private void addDirectories(String path) {
        if (!path.isEmpty() && !exists(path)) {
            addDirectories(parent(path));
            entries.put(path, Optional.empty());
        }
    }

    static String parent(String path) {
        return path.isEmpty() ? "" : path.substring(0, path.lastIndexOf('/'));
    }
}
