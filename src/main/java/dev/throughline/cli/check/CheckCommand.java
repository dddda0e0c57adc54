package dev.throughline.cli.check;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Checks real programs.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks real clients and backends.",
        subcommands = {CheckClientCommand.class, CheckClientsCommand.class, CheckBackendCommand.class})
public final class CheckCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "A subcommand is missing: client, clients or backend.");
    }
}
