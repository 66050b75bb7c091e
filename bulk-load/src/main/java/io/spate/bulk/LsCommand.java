package io.spate.bulk;

import java.io.FileNotFoundException;
import java.io.IOException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import io.spate.engine.Engine;
import io.spate.engine.ObjectLister;
import io.spate.engine.ObjectStore;
import io.spate.engine.PathPattern;
import io.spate.engine.SpateOptions;

/** {@code spate ls}: lists keys, page by page, in constant memory. */
@Command(
        name = "ls",
        description = {
            "Lists objects.",
            "spate://bucket/a names the object a and all below a/; spate://bucket/a/ all below it. Without -R the listing"
                    + " stops at the next '/', as if keys were directories; with -R, or for a pattern, it shows every key.",
            "In a pattern * and ? stop at '/', ** does not; [a-z] is one of some characters and [!a-z] one of all others;"
                    + " {a,b} is one or the other; \\ takes the next character as it is. Quote it for the shell."
        })
final class LsCommand extends EngineCommand {
    @Parameters(
            paramLabel = "URI",
            description = "spate://bucket, spate://bucket/prefix, or a pattern such as spate://bucket/logs/*/part-?.gz")
    private String uri;

    @Option(
            names = {"-R", "--recursive"},
            description = "List every key below.")
    private boolean recursive;

    @Option(names = "--json", description = "Print a JSON object per line: uri, size, etag, lastModified; or prefix.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        SpateOptions options = options();
        PathPattern pattern = parse();
        ListingPrinter printer = new ListingPrinter(out(), json);
        try (Engine engine = Engine.open(options)) {
            if (recursive || pattern.isGlob()) {
                listAll(engine.store(), pattern, printer);
            } else {
                new LevelListing(engine.store(), pattern.prefix(), printer).print();
            }
        }
        if (printer.lines() == 0) {
            throw new FileNotFoundException("nothing matches " + uri);
        }
        return 0;
    }

    private static void listAll(ObjectStore store, PathPattern pattern, ListingPrinter printer) throws IOException {
        ObjectLister lister = new ObjectLister(store, pattern, "");
        while (!lister.isDone()) {
            lister.nextPage().forEach(printer::print);
            printer.flush();
        }
    }

    private PathPattern parse() {
        try {
            return PathPattern.parse(uri);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }
}
