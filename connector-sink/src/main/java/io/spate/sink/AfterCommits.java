package io.spate.sink;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.spate.sink.ObjectLedger.Complete;

/** What is done when objects are visible: what was there before is deleted, and then it is told what is complete. */
final class AfterCommits implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Null if nothing is told, since an Optional cannot be serialised. */
    private final Completion completion;

    private final Overwrite overwrite;

    AfterCommits(Optional<Completion> completion, Overwrite overwrite) {
        this.completion = completion.orElse(null);
        this.overwrite = overwrite;
    }

    static AfterCommits telling(Completion completion) {
        return new AfterCommits(Optional.of(completion), Overwrite.nothing());
    }

    boolean isNeeded() {
        return completion != null || overwrite.isAny();
    }

    Optional<Completion> completion() {
        return Optional.ofNullable(completion);
    }

    Overwrite overwrite() {
        return overwrite;
    }

    boolean ofBuckets() {
        return completion != null && completion.scope() == Completion.Scope.BUCKET;
    }

    /** Whether each single object must be known. */
    boolean wantsAll() {
        return overwrite.isAny() || (completion != null && completion.manifest());
    }

    /** What is told at the end of a job: also that a directory is empty now, to which nothing was written. */
    List<Complete> atEnd(List<Complete> complete) {
        boolean silent = ofBuckets() && complete.isEmpty() && overwrite.kind() == Overwrite.Kind.DIRECTORY;
        List<Complete> all = new ArrayList<>(complete);
        if (silent) {
            all.add(new Complete(overwrite.directory(), List.of()));
        }
        return all;
    }
}
