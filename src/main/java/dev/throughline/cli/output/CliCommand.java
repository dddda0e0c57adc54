package dev.throughline.cli.output;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command of the command line; it returns its exit code.
public abstract class CliCommand implements Callable<Integer> {
    @Spec
    protected CommandSpec spec;

    /// Ends the command because of its arguments, with exit code 64.
    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
