package io.spate.source;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;

import io.spate.engine.PathPattern;

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
