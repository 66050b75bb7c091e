package io.spate.bulk;

import java.io.PrintWriter;
import java.util.concurrent.Callable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import io.spate.engine.SpateOptions;

/** A command that takes the options of the engine. */
abstract class EngineCommand implements Callable<Integer> {
    @Mixin
    private EngineOptions engineOptions;

    @Spec
    private CommandSpec spec;

    /** The options that were given, checked; a wrong one is wrong usage. */
    final SpateOptions options() {
        return engineOptions.resolve();
    }

    final EngineOptions engineOptions() {
        return engineOptions;
    }

    /** Whether an option was written on the command line. */
    final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** What to throw for wrong usage. */
    final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
