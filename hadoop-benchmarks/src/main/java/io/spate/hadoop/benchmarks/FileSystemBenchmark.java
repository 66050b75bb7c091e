package io.spate.hadoop.benchmarks;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.functional.FutureIO;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import io.spate.benchmarks.Measurement;

/**
 * Reads a file in sequence, or writes one, through {@code spate://} and through S3A's streams, turn and turn about in one
 * process, and prints the medians of each and their ratios.
 */
@Command(
        name = "file-system-benchmark",
        mixinStandardHelpOptions = true,
        description = "Reads or writes a file through spate:// and S3A, alternated.",
        showDefaultValues = true)
public final class FileSystemBenchmark implements Callable<Integer> {
    /** What is measured. */
    enum Direction {
        READ,
        WRITE
    }

    @Parameters(index = "0", paramLabel = "read|write")
    private Direction direction;

    @Parameters(index = "1", paramLabel = "BUCKET/KEY", description = "The object to read, or to write in each round.")
    private String object;

    @Option(
            names = "--endpoint",
            required = true,
            description = "http://host:port of a server that checks no signature.")
    private String endpoint;

    @Option(names = "--contenders", split = ",", description = "Who takes part, the first against all others.")
    private List<Contender> contenders = List.of(Contender.values());

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "A property of the Hadoop configuration.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Option(names = "--buffer", description = "Bytes of one call of read or write.")
    private int buffer = 4096;

    @Option(names = "--bytes", description = "How many bytes are written.")
    private long bytes = 1L << 30;

    @Option(names = "--rounds", description = "How often each takes its turn, at least 2; the first round warms up.")
    private int rounds = 6;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new FileSystemBenchmark())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        int slash = object.indexOf('/');
        if (slash < 1 || rounds < 2 || buffer < 1 || bytes < 1) {
            throw new ParameterException(
                    spec.commandLine(), "expected BUCKET/KEY, --rounds 2 or more, --buffer and --bytes 1 or more");
        }
        Map<Contender, FileSystem> fileSystems = open(object.substring(0, slash));
        Path path = new Path(object.substring(slash));
        Rounds measured = new Rounds();
        try {
            for (int round = 0; round < rounds; round++) {
                for (Map.Entry<Contender, FileSystem> entry : fileSystems.entrySet()) {
                    Measurement turn = Measurement.of(entry.getKey().name(), () -> move(entry.getValue(), path));
                    measured.add(entry.getKey(), turn);
                    print(entry.getKey(), turn);
                }
            }
        } finally {
            for (FileSystem fileSystem : fileSystems.values()) {
                fileSystem.close();
            }
        }
        print(measured.report());
        return 0;
    }

    private Map<Contender, FileSystem> open(String bucket) throws IOException {
        Map<Contender, FileSystem> opened = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            Configuration configuration = new Configuration();
            contender.configure(configuration, endpoint);
            properties.forEach(configuration::set);
            opened.put(contender, FileSystem.newInstance(contender.uri(bucket), configuration));
        }
        return opened;
    }

    private long move(FileSystem fileSystem, Path path) throws IOException {
        return direction == Direction.READ ? read(fileSystem, path) : write(fileSystem, path);
    }

    private long read(FileSystem fileSystem, Path path) throws IOException {
        byte[] chunk = new byte[buffer];
        long total = 0;
        try (FSDataInputStream in = FutureIO.awaitFuture(fileSystem
                .openFile(path)
                .opt(
                        OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY,
                        OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY_SEQUENTIAL)
                .build())) {
            for (int count = 0; count >= 0; count = in.read(chunk, 0, chunk.length)) {
                total += count;
            }
        }
        return total;
    }

    private long write(FileSystem fileSystem, Path path) throws IOException {
        byte[] chunk = new byte[buffer];
        new Random(1).nextBytes(chunk);
        try (FSDataOutputStream out = fileSystem.create(path, true)) {
            for (long left = bytes; left > 0; left -= chunk.length) {
                out.write(chunk, 0, (int) Math.min(chunk.length, left));
            }
        }
        return bytes;
    }

    private void print(Contender contender, Measurement turn) {
        print(String.format(
                Locale.ROOT,
                "%-14s %7.3f GB/s %7.3f CPU-s/GB%n",
                contender,
                turn.gigabytesPerSecond(),
                turn.cpuSecondsPerGigabyte()));
    }

    private void print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }
}
