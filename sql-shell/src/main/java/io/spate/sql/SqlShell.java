package io.spate.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

import org.apache.flink.table.client.cli.CliClient;

/** Runs statements of Flink SQL: of a file, of the command line, of standard input, or as somebody types them. */
public final class SqlShell {
    private static final int WRONG_USAGE = 2;
    private static final Path HISTORY = Path.of(System.getProperty("user.home"), ".spate-sql-history");

    private SqlShell() {}

    public static void main(String[] args) throws Exception {
        System.exit(run(args));
    }

    private static int run(String... args) throws Exception {
        ShellArguments arguments;
        Optional<String> script;
        try {
            arguments = ShellArguments.parse(args);
            if (arguments.help()) {
                System.out.println(ShellArguments.USAGE);
                return ScriptRunner.SUCCESS;
            }
            script = script(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("spate sql: " + e.getMessage() + "\n" + ShellArguments.USAGE);
            return WRONG_USAGE;
        } catch (IOException e) {
            System.err.println("spate sql: " + reason(e));
            return ScriptRunner.FAILURE;
        }
        return run(arguments, script);
    }

    private static int run(ShellArguments arguments, Optional<String> script) throws Exception {
        WorkDirectory work = WorkDirectory.create();
        Runtime.getRuntime().addShutdownHook(new Thread(work::close, "spate-sql-remove-files"));
        try (LocalSession session = LocalSession.start(work, arguments.settings())) {
            if (script.isPresent()) {
                return new ScriptRunner(session.executor(), System.out, System.err).run(script.get());
            }
            ask(session, history(work));
            return ScriptRunner.SUCCESS;
        } catch (Exception e) {
            System.err.println("spate sql: " + Failures.message(e));
            return ScriptRunner.FAILURE;
        }
    }

    private static void ask(LocalSession session, History history) {
        try (CliClient client =
                new CliClient(CliClient.DEFAULT_TERMINAL_FACTORY, session.executor(), history.file(), history)) {
            client.executeInInteractiveMode();
        }
    }

    /** One that ends with this process, where there can be none that lasts. */
    private static History history(WorkDirectory work) throws IOException {
        try {
            return History.open(HISTORY);
        } catch (IOException e) {
            System.err.println("spate sql: statements are not kept, as " + HISTORY + " cannot be used: " + reason(e));
            return History.open(work.path().resolve("history"));
        }
    }

    /** Empty if somebody is there to type. */
    private static Optional<String> script(ShellArguments arguments) throws IOException {
        if (arguments.statements().isPresent()) {
            return arguments.statements();
        }
        boolean typed = Boolean.getBoolean("spate.input.terminal");
        if (arguments.file().isEmpty() && typed) {
            return Optional.empty();
        }
        String file = arguments.file().orElse("-");
        byte[] bytes = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
        return Optional.of(new String(bytes, StandardCharsets.UTF_8));
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "there is no file " + e.getMessage() : e.toString();
    }
}
