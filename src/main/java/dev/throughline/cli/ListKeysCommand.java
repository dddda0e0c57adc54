package dev.throughline.cli;

import dev.throughline.access.AccessKey;
import dev.throughline.access.Limit;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.DatabaseOption;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// Lists the keys without their secrets.
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists the keys, oldest first: id, scope, creation and revocation time, name, own limits.",
        footer = {"", "Examples:", "  throughline keys list"})
final class ListKeysCommand implements Callable<Integer> {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<AccessKey> keys = database.with(table -> table.list());
        keys.forEach(key -> out.println(line(key)));
        out.flush();
        return ExitCode.YES;
    }

    private static String line(AccessKey key) {
        String revoked = key.revoked().map(at -> "revoked " + shown(at)).orElse("valid");
        return "%s  %-5s  created %s  %-28s  %s%s"
                .formatted(key.id(), key.scope().label(), shown(key.created()), revoked, key.name(), limits(key))
                .stripTrailing();
    }

    private static String limits(AccessKey key) {
        return Arrays.stream(Limit.values())
                .filter(limit -> key.limits().own().containsKey(limit))
                .map(limit -> "  " + limit.label() + " " + key.limits().own().get(limit))
                .collect(Collectors.joining());
    }

    private static String shown(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
