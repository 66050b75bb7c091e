package io.spate.bulk;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.spate.embedded.EmbeddedStore;
import io.spate.embedded.StoreKeys;

/** {@code spate store}: a store in this process, to try commands with, until the process is told to end. */
@Command(
        name = "store",
        description = {
            "Starts an empty store with one bucket in this process, says how to reach it, and keeps it until Ctrl-C.",
            "Its objects are in the heap and gone at the end. It answers on this machine only, to everybody who knows the"
                    + " keys, which are always the same: it is for trying, not for keeping."
        })
final class StoreCommand implements Callable<Integer> {
    private static final StoreKeys KEYS = new StoreKeys("spate", "spate-store");
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "9099",
            converter = WholeNumber.class,
            description = "Where it answers, 0 for a free port (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--bucket",
            paramLabel = "NAME",
            defaultValue = "demo",
            description = "The bucket that it has (default: ${DEFAULT-VALUE}).")
    private String bucket;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (port < 0 || port > MAX_PORT) {
            throw new ParameterException(spec.commandLine(), "--port must be 0 to " + MAX_PORT + ", not " + port);
        }
        try (EmbeddedStore store = start()) {
            store.createBucket(bucket);
            PrintWriter out = spec.commandLine().getOut();
            out.println(directions(store));
            Output.flush(out);
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private EmbeddedStore start() throws IOException {
        try {
            return EmbeddedStore.start(KEYS, port);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; if another process has the port, give another --port", e);
        }
    }

    /** The last line tells a script that waits for it that all is ready. */
    private String directions(EmbeddedStore store) {
        return """
                In another terminal:
                  export AWS_ACCESS_KEY_ID=%1$s AWS_SECRET_ACCESS_KEY=%2$s
                  bin/spate ls spate://%3$s/ -R -o endpoint=%4$s
                  bin/spate hadoop fs -D fs.spate.endpoint=%4$s -ls spate://%3$s/
                store at %4$s with bucket %3$s, until Ctrl-C"""
                .formatted(store.accessKey(), store.secretKey(), bucket, store.endpoint());
    }
}
