package io.spate.bulk;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import io.spate.engine.Engine;
import io.spate.engine.ObjectStore;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadLister;

/** {@code spate uploads abort}: removes open uploads that are old. */
@Command(
        name = "abort",
        description = {
            "Aborts open uploads and so removes the parts they have, which cannot be undone.",
            "A checkpoint or savepoint of a job may refer to an upload, and cannot be restored without it. Choose an age"
                    + " beyond the oldest checkpoint or savepoint that you may ever restore.",
            UploadCommand.OWN + " All others are left alone, unless --all is given.",
            UploadCommand.CLOCK,
            "Prints what has become of each: aborted; gone, if somebody else had ended it before; or failed, which does not"
                    + " stop the others. With --json a line has uri, uploadId, initiated, own, outcome, error."
        })
final class UploadsAbortCommand extends UploadCommand {
    private static final Duration LIVE = Duration.ofHours(1);

    @Option(names = "--all", description = "Abort uploads that are not own ones, too.")
    private boolean all;

    @Option(
            names = "--even-live",
            description = "Take an AGE of less than 1h, too, and so abort what writers are still at.")
    private boolean evenLive;

    @Option(names = "--dry-run", description = "Only print what would be aborted.")
    private boolean dryRun;

    @Override
    public Integer call() throws IOException {
        SpateOptions options = options();
        PathPattern paths = paths();
        if (olderThan().isEmpty()) {
            throw wrong("--older-than AGE is missing: an upload that a checkpoint or savepoint refers to must not be"
                    + " aborted, so choose an age beyond the oldest one that you may ever restore, such as 30d");
        }
        if (!evenLive && olderThan().get().compareTo(LIVE) < 0) {
            throw wrong("--older-than is less than 1h, and would abort uploads that writers are still at: choose an age"
                    + " beyond the longest time that any job writes one object, or give --even-live too");
        }
        UploadFilter filter = filter(paths);
        try (Engine engine = Engine.open(options)) {
            abort(engine.store(), filter);
        }
        return 0;
    }

    private void abort(ObjectStore store, UploadFilter filter) throws IOException {
        try (UploadAborts aborts = new UploadAborts(store, dryRun, printer())) {
            long left = abort(store, filter, all, aborts);
            if (left > 0) {
                err().println("left alone: " + left + " that are not own ones; --all aborts them too");
            }
            aborts.requireNoFailure();
        }
    }

    /** Aborts what the filter lets through, and gives the number of those that it would but that are not own ones. */
    static long abort(ObjectStore store, UploadFilter filter, boolean all, UploadAborts aborts) throws IOException {
        long left = 0;
        UploadLister lister = new UploadLister(store, filter.paths().prefix());
        try {
            for (Optional<UploadInfo> next = lister.next(); next.isPresent(); next = lister.next()) {
                UploadInfo upload = next.get();
                requireAge(upload, filter);
                boolean meant = all || UploadFilter.isOwn(upload);
                if (filter.matches(upload) && meant) {
                    aborts.add(upload);
                } else if (filter.matches(upload)) {
                    left++;
                }
            }
        } finally {
            // Also if the listing breaks: what was done must be told.
            aborts.finish();
        }
        return left;
    }

    private static void requireAge(UploadInfo upload, UploadFilter filter) throws IOException {
        if (filter.isOfTheFuture(upload)) {
            throw new IOException("upload " + upload.uploadId() + " of " + upload.uri() + " was begun at "
                    + upload.initiated() + " as the store says, which this machine has not reached at " + filter.now()
                    + ": the clocks differ, so no more is aborted by age; set them right");
        }
    }
}
