package dev.throughline.cli.check;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// Checks real programs.
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks real clients, backends and gateways.",
        subcommands = {
            CheckClientCommand.class,
            CheckClientsCommand.class,
            CheckBackendCommand.class,
            CheckGatewayCommand.class
        },
        footer = {
            "",
            "Examples:",
            "  throughline check client opencode@1.18.33",
            "  throughline check backend --url http://127.0.0.1:8000",
            "  throughline check gateway litellm-proxy@1.106.12"
        })
public final class CheckCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "A subcommand is missing: client, clients, backend or gateway.");
    }
}
