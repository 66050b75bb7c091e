package io.spate.bulk;

import java.util.List;
import java.util.Optional;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spate help}: the same as {@code --help}, as others have it too. */
@Command(name = "help", helpCommand = true, description = "Explains a command.")
final class HelpCommand implements Runnable {
    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Which command. Default: all in short.")
    private List<String> command = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine explained = spec.commandLine().getParent();
        for (String name : command) {
            explained = find(explained, name);
        }
        explained.usage(spec.commandLine().getOut());
    }

    private CommandLine find(CommandLine parent, String name) {
        return Optional.ofNullable(parent.getSubcommands().get(name))
                .orElseThrow(() ->
                        new ParameterException(spec.commandLine(), "unknown command '" + name + "'; see spate --help"));
    }
}
