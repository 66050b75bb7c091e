package io.spate.source;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

import io.spate.engine.ObjectInfo;
import io.spate.engine.PathPattern;
import io.spate.engine.TableOption;

/**
 * What a source reads.
 *
 * @param splitSize bytes, greater than 0
 * @param allowEmpty whether a path may match nothing
 * @param limit how many records are enough, from which the source stops to look for more; {@link #UNLIMITED} for all
 * @param skipChanged whether what is left of an object that changed after its listing is left out
 * @param errors what becomes of records that cannot be decoded
 * @param partitionsOrNone the partitions of a table; null for none, as that is what can be serialised
 */
record ScanSettings(
        List<PathPattern> paths,
        long splitSize,
        boolean allowEmpty,
        Monitoring monitoring,
        Selection selection,
        long limit,
        boolean skipChanged,
        ErrorPolicy errors,
        Partitions partitionsOrNone)
        implements Serializable {
    static final long UNLIMITED = Long.MAX_VALUE;

    private static final long serialVersionUID = 1L;

    ScanSettings {
        paths = List.copyOf(paths);
    }

    Optional<Partitions> partitions() {
        return Optional.ofNullable(partitionsOrNone);
    }

    /**
     * Refuses to write bad records where they would be read, and written again.
     *
     * @throws IllegalArgumentException naming the path that has them
     */
    void checkDeadLetters() {
        if (errors instanceof ErrorPolicy.DeadLetter letters) {
            ObjectInfo letter = DeadLetters.example(letters.directory());
            paths.stream()
                    .filter(path -> path.prefix().bucket().equals(letter.uri().bucket())
                            && path.matches(letter.uri().key())
                            && selection.names(path).test(letter))
                    .findFirst()
                    .ifPresent(path -> {
                        throw new IllegalArgumentException("dead letters in '" + letters.directory()
                                + "' would be read as records of path '" + path + "' ('" + TableOption.DEAD_LETTER_PATH
                                + "' of a table): choose a directory elsewhere, or below the path one whose name begins"
                                + " with '_' without reading hidden objects ('" + TableOption.HIDDEN + "')");
                    });
        }
    }

    boolean isLimited() {
        return limit != UNLIMITED;
    }

    /** Whether it is no error that a path matches nothing. */
    boolean mayBeEmpty() {
        return allowEmpty
                || monitoring.isContinuous()
                || partitions().map(Partitions::pruned).orElse(false);
    }

    List<String> pathTexts() {
        return paths.stream().map(PathPattern::toString).toList();
    }
}
