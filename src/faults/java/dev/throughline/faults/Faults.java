package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/// Tries faults, all of them or those that are named, and prints the table of what they did; `--table FILE` keeps it in
/// a file as well, where each fault is added to when it is over; `--half 1` and `--half 2` are the first and the last
/// of all, for two processes beside one another. With `--again` a fault that cost no token and made no false end, but
/// whose scene or times were not as expected, is tried once more when all others are over, for machines with other
/// work.
/// Exits with 1 when a promise broke.
public final class Faults {
    private static final List<Fault> ALL = List.of(
            new ServiceKilled(),
            new ServiceStopped(),
            new DatabaseRestarted(),
            new DatabaseAway(),
            new DatabaseKilled(),
            new DatabaseKilledOften(),
            new EmbeddedKilled(),
            new EmbeddedFull(),
            new ThreeServices(),
            new TwoOfThreeKilled(),
            new LiveEvents(),
            new DatabaseReadOnly(),
            new PacketsLost(),
            new IdleConnections(),
            new MillionTokens(),
            new LargeRequests(),
            new MemoryAttacked(),
            new AnswersCut(),
            new KilledUnanswered(),
            new DatabaseFull(),
            new ClientsGone(),
            new BackendHung(),
            new SlowClients(),
            new SilentClients(),
            new ClockSetBack(),
            new ClockSetForward(),
            new LargeUpgrade(),
            new LimitsOverTwo(),
            new RetentionKilled(),
            new CheckInterrupted());
    private static final String TABLE = "--table";
    private static final String HALF = "--half";
    private static final String AGAIN = "--again";
    private static final String LINE = "%-22s | %-78s | %11s | %10s | %15s%n";

    private final Path folder;
    private final Optional<Path> table;
    private final List<String> rows = new ArrayList<>();

    /// What came of a fault.
    private enum Result {
        CLEAN,
        /// Something was not as expected, no token was lost and no end was false.
        DISTURBED,
        BROKEN
    }

    private Faults(Path folder, Optional<Path> table) {
        this.folder = folder;
        this.table = table;
    }

    /// The names of all faults.
    static List<String> names() {
        return ALL.stream().map(Fault::name).toList();
    }

    public static void main(String[] arguments) throws Exception {
        List<String> wanted = new ArrayList<>(List.of(arguments));
        boolean isTriedAgain = wanted.remove(AGAIN);
        Optional<Path> table = option(wanted, TABLE).map(Path::of);
        option(wanted, HALF).ifPresent(number -> wanted.addAll(half(number)));
        List<String> unknown =
                wanted.stream().filter(name -> !names().contains(name)).toList();
        if (!unknown.isEmpty()) {
            System.err.println(
                    "there is no fault " + String.join(", ", unknown) + "; known: " + String.join(", ", names()));
            System.exit(64);
        }
        Path folder = Files.createTempDirectory("throughline-faults");
        var server = new DatabaseServer(folder);
        var faults = new Faults(folder, table);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> clean(server, folder)));
        List<Fault> tried = wanted.isEmpty()
                ? ALL
                : ALL.stream().filter(fault -> wanted.contains(fault.name())).toList();
        boolean isBroken = faults.areBroken(tried, server, isTriedAgain);
        System.out.printf(LINE, "fault", "what was done", "lost tokens", "false ends", "time to recover");
        faults.rows.forEach(System.out::print);
        System.exit(isBroken ? 1 : 0);
    }

    /// Takes an option with its value out of the arguments.
    private static Optional<String> option(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            return Optional.empty();
        }
        if (at + 1 == arguments.size()) {
            System.err.println(name + " needs a value");
            System.exit(64);
        }
        arguments.remove(at);
        return Optional.of(arguments.remove(at));
    }

    /// The names of the first or the last faults; the two halves are all of them.
    static List<String> half(String number) {
        int middle = ALL.size() / 2;
        return switch (number) {
            case "1" -> names().subList(0, middle);
            case "2" -> names().subList(middle, ALL.size());
            default -> throw new IllegalArgumentException("expected half 1 or 2, found " + number);
        };
    }

    private boolean areBroken(List<Fault> tried, DatabaseServer server, boolean isTriedAgain) throws Exception {
        List<Fault> disturbed = new ArrayList<>();
        boolean isBroken = false;
        for (Fault fault : tried) {
            Result result = attempt(fault, server);
            isBroken |= result == Result.BROKEN;
            if (result == Result.DISTURBED) {
                disturbed.add(fault);
            }
        }
        for (Fault fault : disturbed) {
            if (isTriedAgain) {
                System.out.println("again: " + fault.name());
            }
            isBroken |= !isTriedAgain || attempt(fault, server) != Result.CLEAN;
        }
        return isBroken;
    }

    private Result attempt(Fault fault, DatabaseServer server) throws Exception {
        long began = System.nanoTime();
        Result result = Result.CLEAN;
        try (var faultEnvironment = new FaultEnvironment(folder, server, fault.name())) {
            FaultOutcome faultOutcome = fault.inflict(faultEnvironment);
            rows.add(row(fault.name(), faultOutcome));
            keep(fault.name(), faultOutcome);
            faultOutcome.broken().stream().limit(10).forEach(promise -> System.out.println("  BROKEN: " + promise));
            result = result(faultOutcome);
        } catch (FaultNotPossibleException e) {
            rows.add(String.format(LINE, fault.name(), "SKIPPED: " + e.getMessage(), "-", "-", "-"));
            System.out.println("  SKIPPED: " + e.getMessage());
        } catch (IOException | SQLException | IllegalStateException | CompletionException e) {
            result = Result.DISTURBED;
            rows.add(String.format(LINE, fault.name(), "NOT TRIED TO THE END", "?", "?", "?"));
            System.out.println("  FAILED: " + e);
        }
        System.out.print(rows.getLast());
        System.out.printf(Locale.ROOT, "%s: %.1f s%n", fault.name(), (System.nanoTime() - began) / 1e9);
        return result;
    }

    private static Result result(FaultOutcome faultOutcome) {
        if (faultOutcome.broken().isEmpty()) {
            return Result.CLEAN;
        }
        return faultOutcome.lostTokens() + faultOutcome.falseEnds() > 0 ? Result.BROKEN : Result.DISTURBED;
    }

    private void keep(String name, FaultOutcome faultOutcome) throws IOException {
        if (table.isPresent()) {
            FaultTable kept = new FaultTable(names()).merge(table.get());
            kept.add(name, faultOutcome, LocalDate.now());
            kept.write(table.get());
        }
    }

    private static String row(String name, FaultOutcome faultOutcome) {
        return String.format(
                Locale.ROOT,
                LINE,
                name,
                faultOutcome.done()
                        + (faultOutcome.broken().isEmpty()
                                ? ""
                                : "; BROKEN: " + faultOutcome.broken().size()),
                faultOutcome.lostTokens(),
                faultOutcome.falseEnds(),
                faultOutcome.recovery().isZero()
                        ? "-"
                        : "%.1f s".formatted(faultOutcome.recovery().toMillis() / 1e3));
    }

    private static void clean(DatabaseServer server, Path folder) {
        try (server;
                Stream<Path> files = Files.walk(folder)) {
            server.stop();
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println("not cleaned up: " + e);
        }
    }
}
