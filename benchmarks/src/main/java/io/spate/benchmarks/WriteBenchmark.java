package io.spate.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.spate.engine.Engine;
import io.spate.engine.ObjectUri;
import io.spate.engine.ObjectWriter;
import io.spate.engine.SpateOptions;
import io.spate.engine.WriteTarget;

/**
 * Writes objects through {@link ObjectWriter}, and as many bytes in requests as large as its parts through plain blocking
 * sockets, turn and turn about in one process, and prints the medians of both and their ratio; and how long the thread
 * that hands over the bytes was held up.
 *
 * <p>The sockets neither sign, check nor commit anything, so the store must take unsigned requests over plain http.
 */
@Command(
        name = "write-benchmark",
        mixinStandardHelpOptions = true,
        description = "Writes objects through ObjectWriter and through plain sockets, alternated.",
        showDefaultValues = true)
public final class WriteBenchmark implements Callable<Integer> {
    private static final int CHUNK = 128 << 10;

    @Parameters(paramLabel = "URI", description = "The object to write: spate://bucket/key.")
    private String uri;

    @Option(names = "-o", paramLabel = "KEY=VALUE", description = "An engine option; endpoint is needed.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(names = "--bytes", description = "How many bytes the object has.")
    private long bytes = 1L << 30;

    @Option(names = "--rounds", description = "How often each writes it, at least 2; the first round warms up.")
    private int rounds = 6;

    @Spec
    private CommandSpec spec;

    private final byte[] chunk = new byte[CHUNK];
    private long heldUpNanos;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new WriteBenchmark()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 2 || bytes < CHUNK) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rounds must be at least 2, for the first one only warms up, and --bytes at least " + CHUNK + ": "
                            + rounds + ", " + bytes);
        }
        new Random(1).nextBytes(chunk);
        SpateOptions checked = SpateOptions.of(options);
        ObjectUri target = ObjectUri.parse(uri);
        Comparison comparison = new Comparison();
        try (Engine engine = Engine.open(checked)) {
            SocketWriter sockets = new SocketWriter(checked, target, bytes, chunk);
            for (int round = 0; round < rounds; round++) {
                comparison.add(
                        Measurement.of("plain sockets", sockets::write),
                        Measurement.of("ObjectWriter", () -> write(engine, target)));
                System.out.printf("the writing thread was held up for %.3f s%n", heldUpNanos / 1e9);
            }
            System.out.printf("transfer memory at most %,d bytes%n", engine.peakTransferMemory());
        }
        comparison.printMedians();
        return 0;
    }

    /** Writes as a task does that has its bytes at hand, and waits for the end of it all. */
    private long write(Engine engine, ObjectUri target) throws IOException, InterruptedException {
        try (ObjectWriter writer = engine.writer(WriteTarget.of(target))) {
            long start = System.nanoTime();
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            for (long left = bytes; left > 0; left -= CHUNK) {
                writer.write(chunk, 0, (int) Math.min(CHUNK, left));
            }
            heldUpNanos = System.nanoTime()
                    - start
                    - (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu);
            return writer.publish().get().length();
        } catch (ExecutionException e) {
            throw new IOException("writing failed", e.getCause());
        }
    }
}
