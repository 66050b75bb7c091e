package io.spate.benchmarks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.spate.engine.Engine;
import io.spate.engine.ObjectInfo;
import io.spate.engine.ObjectReader;
import io.spate.engine.ObjectUri;
import io.spate.engine.SpateOptions;

/**
 * Reads one object in sequence through {@link ObjectReader}, and the same ranges through plain blocking sockets, turn
 * and turn about in one process, and prints the medians of both and their ratio.
 *
 * <p>The sockets neither sign, check nor order anything, so the store must answer unsigned requests over plain http.
 */
@Command(
        name = "read-benchmark",
        mixinStandardHelpOptions = true,
        description = "Reads one object through ObjectReader and through plain sockets, alternated.",
        showDefaultValues = true)
public final class ReadBenchmark implements Callable<Integer> {
    private static final int CHUNK = 128 << 10;

    @Parameters(paramLabel = "URI", description = "The object: spate://bucket/key.")
    private String uri;

    @Option(names = "-o", paramLabel = "KEY=VALUE", description = "An engine option; endpoint is needed.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(names = "--rounds", description = "How often each reads the object, at least 2; the first round warms up.")
    private int rounds = 6;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ReadBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 2) {
            throw new ParameterException(
                    spec.commandLine(), "--rounds must be at least 2, for the first one only warms up: " + rounds);
        }
        SpateOptions checked = SpateOptions.of(options);
        Comparison comparison = new Comparison();
        try (Engine engine = Engine.open(checked)) {
            ObjectInfo info = engine.store().head(ObjectUri.parse(uri));
            SocketReader sockets = new SocketReader(checked, info);
            for (int round = 0; round < rounds; round++) {
                comparison.add(
                        Measurement.of("plain sockets", sockets::read),
                        Measurement.of("ObjectReader", () -> read(engine, info)));
            }
            System.out.printf("transfer memory at most %,d bytes%n", engine.peakTransferMemory());
        }
        comparison.printMedians();
        return 0;
    }

    private static long read(Engine engine, ObjectInfo info) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long total = 0;
        try (ObjectReader reader = engine.reader(
                info, info.range(), info.range(), engine.newWindow(info.uri().bucket()))) {
            for (int count = 0; count >= 0; count = reader.read(chunk, 0, CHUNK)) {
                total += count;
            }
        }
        return total;
    }
}
