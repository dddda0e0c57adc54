package dev.throughline.cli;

import dev.throughline.access.AccessKey;
import dev.throughline.access.KeyId;
import dev.throughline.access.KeyLimits;
import dev.throughline.access.KeyText;
import dev.throughline.access.Limit;
import dev.throughline.access.Scope;
import dev.throughline.cli.output.CliCommand;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.cli.service.DatabaseOption;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// Creates, lists and revokes the service's keys in its database, whether the service runs or not.
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        description = {
            "Creates, lists and revokes the keys that the service requires.",
            "Works on the service's database (THROUGHLINE_DATABASE_URL or THROUGHLINE_DATA_DIR); a running service"
                    + " picks up changes within seconds."
        },
        subcommands = {
            KeysCommand.CreateKeyCommand.class,
            KeysCommand.ListKeysCommand.class,
            KeysCommand.RevokeKeyCommand.class
        },
        footer = {"", "Examples:", "  throughline keys create --scope admin", "  throughline keys list"})
public final class KeysCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A subcommand is missing: create, list or revoke.");
    }

    /// Creates a key and prints it once.
    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = {
                "Creates a key and prints it once on standard output: only its hash is stored.",
                "read sees published runs; run opens runs, uses and sees them; admin may do everything."
            },
            footer = {
                "",
                "Examples:",
                "  throughline keys create --scope admin",
                "  throughline keys create --scope run"
            })
    static final class CreateKeyCommand extends CliCommand {
        private static final int LONGEST_NAME = 100;

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
    }

    /// Lists the keys without their secrets.
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists the keys, oldest first: id, scope, creation and revocation time, name, own limits.",
            footer = {"", "Examples:", "  throughline keys list"})
    static final class ListKeysCommand extends CliCommand {
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
                    .map(limit ->
                            "  " + limit.label() + " " + key.limits().own().get(limit))
                    .collect(Collectors.joining());
        }

        private static String shown(Instant at) {
            return at.truncatedTo(ChronoUnit.SECONDS).toString();
        }
    }

    /// Revokes a key.
    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = {
                "Revokes a key: every running service refuses it within seconds. Its runs remain visible to admin"
                        + " keys.",
                "Exit codes: 0 revoked, 1 no valid key has this id."
            },
            footer = {"", "Examples:", "  throughline keys revoke k5v3c2b1a0"})
    static final class RevokeKeyCommand extends CliCommand {
        @Parameters(paramLabel = "ID", description = "The key's id, as keys list shows it.")
        private String id = "";

        @Mixin
        private DatabaseOption database = new DatabaseOption();

        @Override
        public Integer call() {
            if (!KeyId.isValid(id)) {
                throw wrong("Expected an id of 10 characters 0-9, a-v; throughline keys list shows it.");
            }
            boolean isRevoked = database.with(keys -> keys.revoke(new KeyId(id)));
            PrintWriter out = spec.commandLine().getOut();
            out.println(isRevoked ? "Revoked " + id + "." : "No valid key has the id " + id + ".");
            out.flush();
            return isRevoked ? ExitCode.YES : ExitCode.NO;
        }
    }
}
