package dev.throughline.bench;

import dev.throughline.run.retention.Retention;
import dev.throughline.run.retention.RetentionPolicy;
import dev.throughline.store.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/// Replays days of traffic at speed against a real PostgreSQL, on a clock that runs faster by a factor: exchanges
/// come as people work, in ticks of ten minutes; partitions of all days are there ahead; each hour, from the second
/// day on, retention removes what is due by that clock, beside the traffic. Prints for each day what was written and
/// what it takes on the disk, what retention removed and how long it was at it, how large the database is, and how
/// long the service's own questions took meanwhile (median / 99th percentile).
///
/// Contents stay for a day, runs for three. Exits with 1 when a day's partition is still there after its time. How
/// late the replay was says whether the machine keeps that pace.
///
/// `DayBench --data DIRECTORY --exchanges 20000 --scale 1440 --days 5 --turns 10 --tokens 300 --slice-events 256`
public final class DayBench {
    private static final Duration TICK = Duration.ofMinutes(10);
    private static final double MEBIBYTE = 1_048_576;
    private static final int TICKS = 144;
    private static final int TICKS_OF_A_PASS = 6;
    private static final RetentionPolicy POLICY =
            new RetentionPolicy(Optional.of(Duration.ofDays(1)), Optional.of(Duration.ofDays(3)));
    private static final List<String> TABLES =
            List.of("exchange_body", "exchange", "item", "observation", "run", "verdict");

    private final Database database;
    private final Map<String, String> options;
    private final Connection connection;
    private final DayTraffic traffic;
    private final DayQueries queries;
    private final RetentionLog retention;
    private final Instant start = LocalDate.now(ZoneOffset.UTC).atStartOfDay().toInstant(ZoneOffset.UTC);

    // What was written so far.
    private int runs;
    private double owed;

    private DayBench(Database database, Map<String, String> options) throws SQLException {
        this.database = database;
        this.options = options;
        connection = database.dataSource().getConnection();
        traffic = new DayTraffic(connection, number("turns", 10), number("tokens", 300), number("slice-events", 256));
        queries = new DayQueries(database.dataSource().getConnection());
        retention = new RetentionLog(new Retention(database.dataSource(), POLICY));
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new TreeMap<>();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            options.put(arguments[i].substring(2), arguments[i + 1]);
        }
        boolean isKept;
        try (Database database = Database.open(Map.of("THROUGHLINE_DATA_DIR", options.get("data")))) {
            isKept = new DayBench(database, options).replay();
        }
        System.exit(isKept ? 0 : 1);
    }

    private int number(String name, int otherwise) {
        return Integer.parseInt(options.getOrDefault(name, Integer.toString(otherwise)));
    }

    private boolean replay() throws Exception {
        int days = number("days", 5);
        ask("SELECT token_slice_partitions_ahead(" + days + ")");
        boolean isKept = true;
        for (int day = 0; day < days; day++) {
            day(day);
            isKept &= isGone(start.plus(Duration.ofDays(day - 3)));
        }
        retention.close();
        System.out.println(isKept ? "nothing outlived its time" : "tokens outlived their time");
        return isKept;
    }

    private void day(int day) throws Exception {
        Instant midnight = start.plus(Duration.ofDays(day));
        Map<String, Long> before = sizes();
        int firstRun = runs;
        double tickNanos = (double) TICK.toNanos() / number("scale", 1440);
        double late = 0;
        queries.forget();
        long began = System.nanoTime();
        for (int tick = 0; tick < TICKS; tick++) {
            Instant now = midnight.plus(TICK.multipliedBy(tick));
            tick(now, TICK.multipliedBy(tick));
            if (day > 0 && tick % TICKS_OF_A_PASS == 0) {
                retention.pass(now);
            }
            double early = (tick + 1) * tickNanos - (System.nanoTime() - began);
            late = Math.max(late, -early / 1e9);
            LockSupport.parkNanos((long) Math.max(0, early));
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        written(day, midnight, runs - firstRun, before, seconds, late);
    }

    private void tick(Instant at, Duration ofDay) throws SQLException {
        owed += number("exchanges", 20_000) * DayTraffic.busyness(ofDay) / TICKS / traffic.turns();
        int count = (int) owed;
        owed -= count;
        if (count > 0) {
            traffic.write(at, runs, count);
            queries.ask(DayTraffic.id(at, runs));
            runs += count;
        }
    }

    private void written(int day, Instant midnight, int newRuns, Map<String, Long> before, double seconds, double late)
            throws Exception {
        long exchanges = (long) newRuns * traffic.turns();
        long tokens = exchanges * traffic.tokens();
        String partition = partition(midnight);
        long slices = ask("SELECT count(*) FROM " + partition);
        long bytes = ask("SELECT pg_total_relation_size('" + partition + "')");
        System.out.printf(
                "day %d: %,d runs, %,d exchanges, %,d tokens in %.0f s, at most %.1f s late%n",
                day + 1, newRuns, exchanges, tokens, seconds, late);
        System.out.printf(
                "  token_slice %,d rows, %s, %.1f bytes per token%n",
                slices, mebibytes(bytes), (double) bytes / tokens);
        Map<String, Long> after = sizes();
        for (String table : TABLES) {
            long grown = after.get(table) - before.get(table);
            System.out.printf(
                    "  %s %+,.1f MiB%s%n", table, grown / MEBIBYTE, day == 0 ? each(table, grown, exchanges) : "");
        }
        System.out.println("  asked: " + queries.line());
        System.out.println("  " + retention.line());
        System.out.println("  database " + mebibytes(ask("SELECT pg_database_size(current_database())")));
    }

    /// What a row takes, indexes included; later days find room that earlier rows left.
    private String each(String table, long bytes, long exchanges) throws SQLException {
        long rows = ask("SELECT count(*) FROM " + table);
        return ", %,d rows, %,d bytes per row, %,d per exchange".formatted(rows, bytes / rows, bytes / exchanges);
    }

    /// Whether the partition of a day, before which nothing may be, is there no more.
    private boolean isGone(Instant midnight) throws SQLException {
        return midnight.isBefore(start) || ask("SELECT to_regclass('" + partition(midnight) + "') IS NULL") == 1;
    }

    private Map<String, Long> sizes() throws SQLException {
        Map<String, Long> sizes = new TreeMap<>();
        for (String table : TABLES) {
            sizes.put(table, ask("SELECT pg_total_relation_size('" + table + "')"));
        }
        return sizes;
    }

    private static String partition(Instant midnight) {
        return "token_slice_" + LocalDate.ofInstant(midnight, ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    private static String mebibytes(long bytes) {
        return "%,.1f MiB".formatted(bytes / MEBIBYTE);
    }

    private long ask(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            Object value = rows.getObject(1);
            return switch (value) {
                case Number number -> number.longValue();
                case Boolean isTrue -> isTrue ? 1 : 0;
                default -> 0;
            };
        }
    }
}
