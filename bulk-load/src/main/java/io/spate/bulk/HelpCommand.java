package io.spate.bulk;

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
    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "Which command. Default: all in short.")
    private Optional<String> command = Optional.empty();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine spate = spec.commandLine().getParent();
        CommandLine explained = command.map(name -> find(spate, name)).orElse(spate);
        explained.usage(spate.getOut());
    }

    private CommandLine find(CommandLine spate, String name) {
        return Optional.ofNullable(spate.getSubcommands().get(name))
                .orElseThrow(() ->
                        new ParameterException(spec.commandLine(), "unknown command '" + name + "'; see spate --help"));
    }
}
