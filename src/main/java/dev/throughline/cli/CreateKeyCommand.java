package dev.throughline.cli;

import dev.throughline.access.KeyLimits;
import dev.throughline.access.KeyText;
import dev.throughline.access.Limit;
import dev.throughline.access.Scope;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.DatabaseOption;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Creates a key and prints it once.
@Command(
        name = "create",
        mixinStandardHelpOptions = true,
        description = {
            "Creates a key and prints it once on standard output: only its hash is stored.",
            "read sees published runs; run opens runs, uses and sees them; admin may do everything."
        },
        footer = {"", "Examples:", "  throughline keys create --scope admin", "  throughline keys create --scope run"})
final class CreateKeyCommand implements Callable<Integer> {
    private static final int LONGEST_NAME = 100;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Option(names = "--scope", required = true, paramLabel = "S", description = "read, run, measure or admin.")
    private String scope = "";

    @Option(names = "--name", paramLabel = "TEXT", description = "Name of the key: what it is for.")
    private String name = "";

    @Option(names = "--requests-per-minute", paramLabel = "N", description = "Requests per minute.")
    private Optional<Long> requestsPerMinute = Optional.empty();

    @Option(names = "--streams", paramLabel = "N", description = "Concurrent answers.")
    private Optional<Long> streams = Optional.empty();

    @Option(names = "--body-bytes", paramLabel = "N", description = "Bytes per request body.")
    private Optional<Long> bodyBytes = Optional.empty();

    @Option(
            names = "--runs-per-day",
            paramLabel = "N",
            description = "Runs opened within 24 hours. Limits left out are the service's"
                    + " (throughline.access.limits.*).")
    private Optional<Long> runsPerDay = Optional.empty();

    @Mixin
    private DatabaseOption database = new DatabaseOption();

    @Override
    public Integer call() {
        Scope chosen = scope();
        KeyLimits limits = KeyLimits.of(this::limit);
        checkName();
        KeyText key = database.with(keys -> keys.create(name, chosen, limits));
        PrintWriter out = spec.commandLine().getOut();
        out.println(key.reveal());
        out.flush();
        PrintWriter beside = spec.commandLine().getErr();
        beside.println("Store it now; it is not shown again. To revoke it: throughline keys revoke " + key.id());
        beside.flush();
        return ExitCode.YES;
    }

    private Scope scope() {
        return Scope.named(scope).orElseThrow(() -> {
            String known = Arrays.stream(Scope.values()).map(Scope::label).collect(Collectors.joining(", "));
            return wrong("Unknown scope " + scope + "; known: " + known + ".");
        });
    }

    private OptionalLong limit(Limit limit) {
        Optional<Long> value = switch (limit) {
            case REQUESTS_PER_MINUTE -> requestsPerMinute;
            case STREAMS -> streams;
            case BODY_BYTES -> bodyBytes;
            case RUNS_PER_DAY -> runsPerDay;
        };
        value.filter(number -> number < 1).ifPresent(number -> {
            throw wrong("--" + limit.label() + ": expected 1 or more, found " + number + ".");
        });
        return value.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    private void checkName() {
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw wrong("--name: expected at most " + LONGEST_NAME + " characters without control characters.");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
