package io.spate.bulk;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spate uploads}: what was begun and never became an object, but takes space and costs money. */
@Command(
        name = "uploads",
        description = "Lists and removes uploads that are open: begun, and neither completed nor aborted.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {UploadsLsCommand.class, UploadsAbortCommand.class})
final class UploadsCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Runs when no command was given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? See: spate uploads --help");
    }
}
