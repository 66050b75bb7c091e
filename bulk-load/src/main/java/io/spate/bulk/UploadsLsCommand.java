package io.spate.bulk;

import java.io.IOException;
import java.util.Optional;

import picocli.CommandLine.Command;

import io.spate.engine.Engine;
import io.spate.engine.ObjectStore;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.engine.UploadInfo;
import io.spate.engine.UploadLister;

/** {@code spate uploads ls}: lists open uploads, page by page, in constant memory. */
@Command(
        name = "ls",
        description = {
            "Lists open uploads: when each was begun, whether it is an own one, and its URI. Having none is no error.",
            UploadCommand.OWN,
            UploadCommand.CLOCK,
            "With --json a line has uri, uploadId, initiated, own."
        })
final class UploadsLsCommand extends UploadCommand {
    private static final int LINES_AT_ONCE = 100;

    @Override
    public Integer call() throws IOException {
        SpateOptions options = options();
        PathPattern paths = paths();
        UploadFilter filter = filter(paths);
        try (Engine engine = Engine.open(options)) {
            list(engine.store(), filter, printer());
        }
        return 0;
    }

    private static void list(ObjectStore store, UploadFilter filter, UploadPrinter printer) throws IOException {
        long lines = 0;
        UploadLister lister = new UploadLister(store, filter.paths().prefix());
        for (Optional<UploadInfo> next = lister.next(); next.isPresent(); next = lister.next()) {
            if (filter.matches(next.get())) {
                printer.open(next.get());
                lines++;
                if (lines % LINES_AT_ONCE == 0) {
                    printer.flush();
                }
            }
        }
    }
}
