package io.spate.bulk;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.List;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line {@code spate}. Exit codes: 0 done, 1 failed, 2 wrong usage. */
@Command(
        name = "spate",
        description = "Moves bytes between S3-protocol object stores and Apache Flink and Hadoop.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        subcommands = {
            DemoCommand.class,
            DemoWriteCommand.class,
            LsCommand.class,
            StoreCommand.class,
            UploadsCommand.class,
            HelpCommand.class
        },
        footer = {"", "Hadoop's own tools with spate://, without a Hadoop: bin/spate hadoop fs, bin/spate hadoop distcp"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:failed", "2:wrong usage"})
public final class Spate implements Runnable {
    private static final String LOGGER = "org.slf4j.simpleLogger.";
    private static final List<String> LOG_LEVELS =
            List.of("defaultLogLevel", "log.org.apache.flink", "log.org.apache.pekko");

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log what is done, and show stack traces of errors.")
    private boolean verbose;

    @Spec
    private CommandLine.Model.CommandSpec spec;

    private Spate() {}

    public static void main(String[] args) {
        PrintWriter out = Output.to(new FileOutputStream(FileDescriptor.out));
        PrintWriter err = Output.to(new FileOutputStream(FileDescriptor.err));
        System.exit(run(out, err, args));
    }

    /** Runs one command line and returns its exit code. The writers are flushed, not closed. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        Spate spate = new Spate();
        IExecutionStrategy strategy = parsed -> {
            spate.chooseLogLevel();
            return new RunLast().execute(parsed);
        };
        CommandLine line = new CommandLine(spate)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionStrategy(strategy)
                .setParameterExceptionHandler((wrong, arguments) -> wrongUsage(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> spate.failed(failure, command));
        return spate.execute(line, args);
    }

    private int execute(CommandLine line, String... args) {
        try {
            int exitCode = line.execute(args);
            if (exitCode == CommandLine.ExitCode.OK) {
                Output.flush(line.getOut());
            }
            return exitCode;
        } catch (OutputException | OutOfMemoryError e) {
            return failed(e, line);
        }
    }

    /** Runs when no command was given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? See: spate --help");
    }

    /** Must come before the first logger is made. */
    private void chooseLogLevel() {
        if (verbose) {
            LOG_LEVELS.forEach(level -> System.setProperty(LOGGER + level, "info"));
        }
    }

    private int failed(Throwable failure, CommandLine command) {
        if (failure instanceof OutputException output && output.isClosedPipe()) {
            return CommandLine.ExitCode.OK;
        }
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
        command.getErr().println("spate: " + Terminal.escape(message(wrong)));
        command.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String message(ParameterException wrong) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return wrong.getMessage();
        }
        String first = unmatched.getUnmatched().get(0);
        boolean isCommand = wrong.getCommandLine().getParent() == null && !first.startsWith("-");
        return (isCommand ? "unknown command '" + first + "'; see spate --help" : wrong.getMessage())
                + suggestions(unmatched);
    }

    private static String suggestions(UnmatchedArgumentException unmatched) {
        return unmatched.getSuggestions().isEmpty()
                ? ""
                : "; did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
    }
}
