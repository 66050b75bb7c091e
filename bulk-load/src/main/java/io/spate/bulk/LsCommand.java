package io.spate.bulk;

import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.spate.engine.Engine;
import io.spate.engine.ListPage;
import io.spate.engine.ListRequest;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;

/** {@code spate ls}: lists keys, page by page, in constant memory. */
@Command(
        name = "ls",
        description = {
            "Lists the objects whose keys start with a prefix.",
            "Without -R it stops at the next '/', as if keys were directories; with -R, or for a pattern, it lists all keys."
        })
final class LsCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "URI",
            description = "spate://bucket, spate://bucket/prefix, or a pattern such as spate://bucket/logs/*/part-?.gz")
    private String uri;

    @Option(
            names = {"-R", "--recursive"},
            description = "List all keys that start with the prefix.")
    private boolean recursive;

    @Option(names = "--json", description = "Print a JSON object per line: uri, size, etag, lastModified; or prefix.")
    private boolean json;

    @Mixin
    private EngineOptions engineOptions;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        SpateOptions options = engineOptions.resolve();
        ObjectUri prefix = parse();
        ListingPrinter printer = new ListingPrinter(spec.commandLine().getOut(), json);
        try (Engine engine = Engine.open(options)) {
            list(engine, prefix, printer);
        }
        if (printer.lines() == 0) {
            throw new java.io.FileNotFoundException("nothing matches " + uri);
        }
        return 0;
    }

    private void list(Engine engine, ObjectUri prefix, ListingPrinter printer) throws Exception {
        ListRequest request = ListRequest.below(prefix).withDelimiter(recursive ? "" : "/");
        while (true) {
            ListPage page = engine.store().list(request);
            page.prefixes().forEach(key -> printer.print(prefix.withKey(key)));
            page.objects().forEach(printer::print);
            printer.flush();
            if (page.nextToken().isEmpty()) {
                return;
            }
            request = request.continuing(page.nextToken().get());
        }
    }

    private ObjectUri parse() {
        try {
            return ObjectUri.parse(uri);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
