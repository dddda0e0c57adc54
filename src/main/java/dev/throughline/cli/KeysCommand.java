package dev.throughline.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/// Creates, lists and revokes the service's keys in its database, whether the service runs or not.
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        description = {
            "Creates, lists and revokes the keys that the service requires.",
            "Works on the service's database (THROUGHLINE_DATABASE_URL or THROUGHLINE_DATA_DIR); a running service"
                    + " picks up changes within seconds."
        },
        subcommands = {CreateKeyCommand.class, ListKeysCommand.class, RevokeKeyCommand.class},
        footer = {"", "Examples:", "  throughline keys create --scope admin", "  throughline keys list"})
public final class KeysCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A subcommand is missing: create, list or revoke.");
    }
}
