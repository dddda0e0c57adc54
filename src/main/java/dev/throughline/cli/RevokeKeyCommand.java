package dev.throughline.cli;

import dev.throughline.access.KeyId;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.DatabaseOption;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Revokes a key.
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        description = {
            "Revokes a key: every running service refuses it within seconds. Its runs remain visible to admin keys.",
            "Exit codes: 0 revoked, 1 no valid key has this id."
        },
        footer = {"", "Examples:", "  throughline keys revoke k5v3c2b1a0"})
final class RevokeKeyCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Parameters(paramLabel = "ID", description = "The key's id, as keys list shows it.")
    private String id = "";

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Override
    public Integer call() {
        if (!KeyId.isValid(id)) {
            throw new ParameterException(
                    spec.commandLine(), "Expected an id of 10 characters 0-9, a-v; throughline keys list shows it.");
        }
        boolean isRevoked = database.with(keys -> keys.revoke(new KeyId(id)));
        PrintWriter out = spec.commandLine().getOut();
        out.println(isRevoked ? "Revoked " + id + "." : "No valid key has the id " + id + ".");
        out.flush();
        return isRevoked ? ExitCode.YES : ExitCode.NO;
    }
}
