package io.spate.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import io.spate.engine.Engine;
import io.spate.engine.ObjectLister;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;
import io.spate.engine.UploadLister;
import io.spate.sink.Compression;

/** {@code spate demo-write}: writes objects with a Flink job that loses a TaskManager, and counts what is in them. */
@Command(
        name = "demo-write",
        description = {
            "Starts a store in this process, writes generated events to objects with a Flink job in this process, kills a"
                    + " TaskManager in the middle, lets the job go on from its last checkpoint, and reads all objects.",
            "It fails if not every event is in exactly one object. It takes about half a minute."
        })
final class DemoWriteCommand extends OwnStoreCommand {
    private static final String PATH = "spate://" + DemoStore.BUCKET + "/events/";
    private static final int BYTES_OF_EVENT = 120;
    private static final int FEWEST_EVENTS = 1000;
    private static final int MOST_WRITERS = 64;

    @Option(
            names = "--events",
            paramLabel = "COUNT",
            defaultValue = "100000",
            converter = WholeNumber.class,
            description = "How many events are written, at least 1000 (default: ${DEFAULT-VALUE}).")
    private int events;

    @Option(
            names = "--compression",
            paramLabel = "HOW",
            defaultValue = "NONE",
            description = "How objects are compressed: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Compression compression;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            defaultValue = "2",
            converter = WholeNumber.class,
            description = "How many writers the job has (default: ${DEFAULT-VALUE}).")
    private int parallelism;

    @Option(names = "--json", description = "Print the summary as one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        if (events < FEWEST_EVENTS || parallelism < 1 || parallelism > MOST_WRITERS) {
            throw wrong("--events must be at least " + FEWEST_EVENTS + ", --parallelism 1 to " + MOST_WRITERS);
        }
        checkOptions();
        try (DemoStore store = DemoStore.start((long) events * BYTES_OF_EVENT)) {
            SpateOptions options = engineOptions().resolve(store.options());
            try (Engine engine = Engine.open(options)) {
                say("writing: " + events + " events, a checkpoint every " + WritingJob.CHECKPOINT_INTERVAL.toMillis()
                        + " ms");
                WritingReport report = write(engine, options);
                out().println(json ? report.json() : report.text());
                out().flush();
                check(report);
            }
        }
        return 0;
    }

    private WritingReport write(Engine engine, SpateOptions options) throws Exception {
        WritingJob.Result result = new WritingJob(options, PATH, events, parallelism, compression)
                .run(() -> visible(engine), () -> say("killed a TaskManager when the first objects were there"));
        say("reading: all objects");
        return new WritingReport(EventCheck.of(engine, PATH, compression, events), result, openUploads(engine));
    }

    private static void check(WritingReport report) throws IOException {
        if (!report.found().isExact()) {
            throw new IOException("not every event is in exactly one object, see above");
        }
        if (report.job().restarts() < 1) {
            throw new IOException("a TaskManager was killed, but no task was started again");
        }
    }

    /** How many objects there are, up to a page of them. */
    private static long visible(Engine engine) {
        try {
            return new ObjectLister(engine.store(), PathPattern.parse(PATH), "")
                    .nextPage()
                    .size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long openUploads(Engine engine) throws IOException {
        UploadLister uploads =
                new UploadLister(engine.store(), PathPattern.parse(PATH).prefix());
        long open = 0;
        while (uploads.next().isPresent()) {
            open++;
        }
        return open;
    }

    private void say(String what) {
        err().println(what);
        err().flush();
    }
}
