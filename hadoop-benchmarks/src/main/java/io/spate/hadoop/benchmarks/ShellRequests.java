package io.spate.hadoop.benchmarks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.spate.embedded.EmbeddedStore;
import io.spate.embedded.RequestLog;
import io.spate.embedded.StoreKeys;

/**
 * Counts the requests of {@code hadoop fs -put} and {@code -cp} of one file, through {@code spate://} and {@code s3a://} with
 * the defaults of both, to a store in this process, and prints a table.
 */
@Command(
        name = "shell-requests",
        mixinStandardHelpOptions = true,
        description = "Counts the requests of -put and -cp through spate:// and s3a://.",
        showDefaultValues = true)
public final class ShellRequests implements Callable<Integer> {
    private static final String BUCKET = "shell-requests";
    private static final List<Contender> CONTENDERS = List.of(Contender.SPATE, Contender.S3A_CLASSIC);

    @Option(names = "--bytes", description = "The length of the file, up to 1 GiB.")
    private long bytes = 100 << 20;

    @Option(names = "-D", paramLabel = "KEY=VALUE", description = "A property of the Hadoop configuration.")
    private Map<String, String> properties = new LinkedHashMap<>();

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        // For the log of requests, which passes signed requests on.
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
        System.exit(new CommandLine(new ShellRequests()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        if (bytes < 0 || bytes > 1 << 30) {
            throw new ParameterException(spec.commandLine(), "expected --bytes of 0 to 1 GiB, not " + bytes);
        }
        Path file = Files.createTempFile("shell-requests", "");
        try (EmbeddedStore store = EmbeddedStore.start(new StoreKeys(Contender.KEY, Contender.KEY));
                RequestLog log = RequestLog.before(store)) {
            store.createBucket(BUCKET);
            try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
                content.setLength(bytes);
            }
            spec.commandLine().getOut().print(count(file, log).markdown());
            spec.commandLine().getOut().flush();
        } finally {
            Files.delete(file);
        }
        return 0;
    }

    private RequestTable count(Path file, RequestLog log) throws Exception {
        RequestTable table = new RequestTable();
        for (String command : List.of("-put", "-cp")) {
            for (Contender contender : CONTENDERS) {
                String base = contender.uri(BUCKET) + contender.name() + "-";
                List<String> words = command.equals("-put")
                        ? List.of(command, file.toString(), base + "put")
                        : List.of(command, base + "put", base + "copy");
                log.clear();
                run(contender, words, log.options().get("endpoint"));
                table.add(command + " " + contender.uri(BUCKET).getScheme(), log.requests());
            }
        }
        return table;
    }

    private void run(Contender contender, List<String> words, String endpoint) throws Exception {
        Configuration configuration = new Configuration();
        contender.configure(configuration, endpoint);
        properties.forEach(configuration::set);
        int exitCode = ToolRunner.run(configuration, new FsShell(), words.toArray(String[]::new));
        if (exitCode != 0) {
            throw new IOException("hadoop fs " + String.join(" ", words) + " ended with " + exitCode);
        }
    }
}
