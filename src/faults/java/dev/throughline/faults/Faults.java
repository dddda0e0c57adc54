package dev.throughline.faults;

import dev.throughline.load.FaultOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

/// Tries faults, all of them or those that are named, and prints the table of what they did; `--table FILE` keeps it
/// in a file as well, to which each fault is added when it is over. With `--beside N`, up to N run at the same time,
/// each with its own PostgreSQL server; those that need the whole machine run afterwards, one by one. With `--again`,
/// a fault that lost no token and caused no false end, but did not run as expected, is retried once at the end: on a
/// machine with other work, its timing may have been disturbed.
/// Exits with 1 when a promise broke.
public final class Faults {
    private static final List<Fault> ALL = List.of(
            new ServiceKilled(),
            new ServiceStopped(),
            new DatabaseRestarted(),
            new DatabaseAway(),
            new DatabaseKilled(),
            new DatabaseKilledOften(),
            new Failover(Failover.Kind.ASYNCHRONOUS),
            new Failover(Failover.Kind.SYNCHRONOUS),
            new Failover(Failover.Kind.TWO_SERVERS),
            new BehindPooler(),
            new CellsApart(),
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
            new LimitsOverTwo(),
            new RetentionKilled(),
            new CheckInterrupted());
    private static final String TABLE = "--table";
    private static final String BESIDE = "--beside";
    private static final String AGAIN = "--again";
    private static final String LINE = "%-22s | %-78s | %11s | %10s | %15s%n";

    private final Path folder;
    private final Optional<Path> table;
    private final Queue<DatabaseServer> servers = new ConcurrentLinkedQueue<>();
    private final Queue<DatabaseServer> free = new ConcurrentLinkedQueue<>();
    private final List<String> rows = new ArrayList<>();

    /// What came of a fault.
    private enum Result {
        CLEAN,
        /// This machine cannot try it.
        SKIPPED,
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
        int beside = option(wanted, BESIDE).map(Faults::count).orElse(1);
        List<String> unknown =
                wanted.stream().filter(name -> !names().contains(name)).toList();
        if (!unknown.isEmpty()) {
            System.err.println(
                    "there is no fault " + String.join(", ", unknown) + "; known: " + String.join(", ", names()));
            System.exit(64);
        }
        Path folder = Files.createTempDirectory("throughline-faults");
        var faults = new Faults(folder, table);
        Runtime.getRuntime().addShutdownHook(new Thread(faults::clean));
        List<Fault> tried = wanted.isEmpty()
                ? ALL
                : ALL.stream().filter(fault -> wanted.contains(fault.name())).toList();
        Map<Fault, Result> results = faults.results(tried, beside, isTriedAgain);
        System.out.printf(LINE, "fault", "what was done", "lost tokens", "false ends", "time to recover");
        faults.rows.forEach(System.out::print);
        int passed = Collections.frequency(results.values(), Result.CLEAN);
        int skipped = Collections.frequency(results.values(), Result.SKIPPED);
        int failed = results.size() - passed - skipped;
        System.out.printf("%d passed, %d failed, %d skipped%n", passed, failed, skipped);
        System.exit(failed == 0 ? 0 : 1);
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

    private static int count(String text) {
        if (!text.matches("[1-9]")) {
            System.err.println(BESIDE + " needs a number from 1 to 9, found " + text);
            System.exit(64);
        }
        return Integer.parseInt(text);
    }

    private Map<Fault, Result> results(List<Fault> tried, int beside, boolean isTriedAgain) throws Exception {
        Map<Boolean, List<Fault>> byNeed = tried.stream().collect(partitioningBy(Fault::isAlone));
        Map<Fault, Result> results = attempt(byNeed.get(false), beside);
        results.putAll(attempt(byNeed.get(true), 1));
        List<Fault> disturbed = tried.stream()
                .filter(fault -> results.get(fault) == Result.DISTURBED)
                .toList();
        if (isTriedAgain && !disturbed.isEmpty()) {
            disturbed.forEach(fault -> System.out.println("again: " + fault.name()));
            results.putAll(attempt(disturbed, 1));
        }
        return results;
    }

    /// @param beside how many at a time
    private Map<Fault, Result> attempt(List<Fault> tried, int beside) throws Exception {
        Map<Fault, Result> results = new HashMap<>();
        Map<Fault, Future<Result>> attempts = new LinkedHashMap<>();
        try (var threads = Executors.newFixedThreadPool(beside)) {
            tried.forEach(fault -> attempts.put(fault, threads.submit(() -> attempt(fault))));
            for (Map.Entry<Fault, Future<Result>> attempt : attempts.entrySet()) {
                results.put(attempt.getKey(), attempt.getValue().get());
            }
        }
        return results;
    }

    private Result attempt(Fault fault) throws Exception {
        @Nullable DatabaseServer waiting = free.poll();
        DatabaseServer server = waiting == null ? newServer() : waiting;
        try {
            return attempt(fault, server);
        } finally {
            free.add(server);
        }
    }

    private DatabaseServer newServer() throws IOException {
        var server = new DatabaseServer(Files.createTempDirectory(folder, "server"));
        servers.add(server);
        return server;
    }

    private Result attempt(Fault fault, DatabaseServer server) throws Exception {
        long began = System.nanoTime();
        Path own = Files.createTempDirectory(folder, fault.name() + "-");
        try (var faultEnvironment = new FaultEnvironment(own, server, fault.name())) {
            FaultOutcome outcome = fault.inflict(faultEnvironment);
            keep(fault, outcome);
            say(fault, "BROKEN: ", outcome.broken().stream().limit(10).toList(), began);
            return result(outcome);
        } catch (FaultNotPossibleException e) {
            keep(String.format(LINE, fault.name(), "SKIPPED: " + e.getMessage(), "-", "-", "-"));
            say(fault, "SKIPPED: ", List.of(String.valueOf(e.getMessage())), began);
            return Result.SKIPPED;
        } catch (IOException | SQLException | IllegalStateException | CompletionException e) {
            keep(String.format(LINE, fault.name(), "NOT TRIED TO THE END", "?", "?", "?"));
            say(fault, "FAILED: ", List.of(e.toString()), began);
            return Result.DISTURBED;
        }
    }

    private static Result result(FaultOutcome faultOutcome) {
        if (faultOutcome.broken().isEmpty()) {
            return Result.CLEAN;
        }
        return faultOutcome.lostTokens() + faultOutcome.falseEnds() > 0 ? Result.BROKEN : Result.DISTURBED;
    }

    private synchronized void keep(Fault fault, FaultOutcome outcome) throws IOException {
        keep(row(fault.name(), outcome));
        if (table.isPresent()) {
            FaultTable kept = new FaultTable(names()).merge(table.get());
            kept.add(fault.name(), outcome, LocalDate.now());
            kept.write(table.get());
        }
    }

    private synchronized void keep(String row) {
        rows.add(row);
        System.out.print(row);
    }

    /// What is said of a fault stays together.
    private static void say(Fault fault, String kind, List<String> said, long began) {
        String lines = said.stream().map(line -> "  " + kind + line + "\n").collect(joining());
        System.out.printf(Locale.ROOT, "%s: %.1f s%n%s", fault.name(), (System.nanoTime() - began) / 1e9, lines);
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

    private void clean() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (DatabaseServer server : servers) {
                server.stop();
            }
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            System.err.println("not cleaned up: " + e);
        }
    }
}
