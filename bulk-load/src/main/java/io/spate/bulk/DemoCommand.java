package io.spate.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.spate.engine.Engine;
import io.spate.engine.SpateOptions;

/** {@code spate demo}: uploads a directory into a store in this process, reads it with Flink, and counts. */
@Command(
        name = "demo",
        description = {
            "Starts a store in this process, uploads DIR, and reads every object through a Flink job in this process that"
                    + " counts objects, lines and bytes.",
            "A last line counts also if no newline ends it. A line may be as long as 1 GiB."
        })
final class DemoCommand extends OwnStoreCommand {
    /** Set by bin/spate if stderr is a terminal, which Java alone cannot tell for one stream. */
    private static final String TERMINAL = "spate.terminal";

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "What to upload: its regular files, hidden ones too; links are not followed."
                    + " Default: a generated set of one large log and many small ones.")
    private Optional<Path> directory = Optional.empty();

    @Option(
            names = "--large",
            paramLabel = "SIZE",
            defaultValue = "512m",
            converter = ByteSize.class,
            description =
                    "Length of the large object of the generated set, 0 for none, in units of 1024 as 8k, 8m, 8g (default: ${DEFAULT-VALUE}).")
    private long large;

    @Option(
            names = "--small",
            paramLabel = "COUNT",
            defaultValue = "2000",
            converter = WholeNumber.class,
            description = "How many objects of 20 to 200 kB the generated set has (default: ${DEFAULT-VALUE}).")
    private int small;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            converter = WholeNumber.class,
            description = "How many readers the job has (default: the number of cores).")
    private int parallelism = Runtime.getRuntime().availableProcessors();

    @Option(names = "--json", description = "Print the summary as one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        check();
        checkOptions();
        List<DemoObject> objects =
                directory.isPresent() ? DirectoryScan.of(directory.get()) : GeneratedObjects.of(large, small);
        long bytes = objects.stream().mapToLong(DemoObject::length).sum();
        Progress progress = new Progress(err(), Boolean.getBoolean(TERMINAL) && !json);
        try (DemoStore store = DemoStore.start(bytes)) {
            upload(store, objects, bytes, progress);
            print(read(engineOptions().resolve(store.options()), objects.size(), bytes, progress));
        } finally {
            progress.clear();
        }
        return 0;
    }

    private void check() throws IOException {
        if (small < 0 || parallelism < 1) {
            throw wrong("--small must be at least 0, --parallelism at least 1");
        }
        if (directory.isPresent() && !Files.isDirectory(directory.get())) {
            throw wrong("'" + directory.get() + "' is no directory");
        }
        for (String option : List.of("--large", "--small")) {
            if (directory.isPresent() && isGiven(option)) {
                throw wrong(option + " is for the generated set: give either it or a directory");
            }
        }
    }

    private void upload(DemoStore store, List<DemoObject> objects, long bytes, Progress progress) throws Exception {
        DemoUpload upload = new DemoUpload(store, objects);
        upload.run(parallelism, () -> progress.update("uploading", upload.moved(), bytes));
        progress.end("uploading", upload.moved());
    }

    private DemoReport read(SpateOptions options, long objects, long bytes, Progress progress) throws Exception {
        // Joined by every reader of the job, because the options are the same: so it has the numbers of all.
        try (Engine engine = Engine.open(options)) {
            progress.waiting("starting Flink");
            CountingJob.Result result =
                    new CountingJob(options, parallelism).run(live -> show(live.moved(), bytes, progress));
            Tally tally = result.tally();
            progress.end("reading", result.moved());
            if (tally.objects() != objects || tally.bytes() != bytes) {
                throw new IOException("uploaded " + objects + " objects of " + bytes + " bytes, but read "
                        + tally.objects() + " of " + tally.bytes());
            }
            return new DemoReport(tally, result.seconds(), engine.stats().counters(), engine.peakTransferMemory());
        }
    }

    /** Flink starts for seconds, in which nothing moves. */
    private static void show(Moved moved, long bytes, Progress progress) {
        if (moved.bytes() == 0) {
            progress.waiting("starting Flink");
        } else {
            progress.update("reading", moved, bytes);
        }
    }

    private void print(DemoReport report) {
        out().println(json ? report.json() : report.text());
        out().flush();
    }
}
