package io.spate.bulk;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line {@code spate}. Exit codes: 0 done, 1 failed, 2 wrong usage. */
@Command(
        name = "spate",
        description = "Moves bytes between S3-protocol object stores and Apache Flink.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        subcommands = {DemoCommand.class, LsCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed", "2:wrong usage"})
public final class Spate implements Runnable {
    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log what is done, and show stack traces of errors.")
    private boolean verbose;

    @Spec
    private CommandLine.Model.CommandSpec spec;

    private Spate() {}

    public static void main(String[] args) {
        PrintWriter out = writer(FileDescriptor.out);
        PrintWriter err = writer(FileDescriptor.err);
        int exitCode = run(out, err, args);
        out.flush();
        err.flush();
        System.exit(exitCode);
    }

    /** Runs one command line and returns its exit code. The writers are flushed by the commands, not closed. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        Spate spate = new Spate();
        IExecutionStrategy strategy = parsed -> {
            spate.chooseLogLevel();
            return new RunLast().execute(parsed);
        };
        return new CommandLine(spate)
                .setOut(out)
                .setErr(err)
                .setExecutionStrategy(strategy)
                .setParameterExceptionHandler((wrong, arguments) -> wrongUsage(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> spate.failed(failure, command))
                .execute(args);
    }

    /** Runs when no command was given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? See: spate --help");
    }

    /** Must come before the first logger is made. */
    private void chooseLogLevel() {
        if (verbose) {
            System.setProperty(LOG_LEVEL, "info");
        }
    }

    private int failed(Exception failure, CommandLine command) {
        PrintWriter err = command.getErr();
        if (verbose) {
            failure.printStackTrace(err);
        }
        err.println("spate: " + Failure.describe(failure));
        err.flush();
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static int wrongUsage(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        command.getErr().println("spate: " + Terminal.escape(wrong.getMessage()) + suggestions(wrong));
        command.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String suggestions(ParameterException wrong) {
        return wrong instanceof CommandLine.UnmatchedArgumentException unmatched
                        && !unmatched.getSuggestions().isEmpty()
                ? "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?"
                : "";
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
