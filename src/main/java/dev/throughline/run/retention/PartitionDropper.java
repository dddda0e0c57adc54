package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Drops whole daily partitions of tokens in which every run is due or has already lost its tokens.
///
/// Dropping needs a lock on the whole table that blocks new events, so each attempt waits briefly and is
/// retried. (`DETACH … CONCURRENTLY` is refused for a table with a default partition.)
///
/// @param due the runs whose tokens may be removed
record PartitionDropper(RetentionConnection session, DueRuns due, Pacing pacing) {
    // Only partitions that the service created itself.
    private static final String DAYS = """
            SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'token_slice'::regclass AND c.relname ~ '^token_slice_[0-9]{8}$' ORDER BY c.relname""";
    // The next runs with rows in a partition, found by skipping from run to run in its key.
    private static final String FOUND = """
            WITH RECURSIVE found (run_id, place) AS (
                (SELECT p.run_id, 1 FROM %1$s p WHERE p.run_id > ? ORDER BY p.run_id LIMIT 1)
                UNION ALL
                SELECT (SELECT p.run_id FROM %1$s p WHERE p.run_id > found.run_id ORDER BY p.run_id LIMIT 1), place + 1
                FROM found WHERE found.run_id IS NOT NULL AND place < %2$d)
            SELECT run_id FROM found WHERE run_id IS NOT NULL""";
    private static final String STAYING = "SELECT 1 FROM run r WHERE r.run_id = ANY (?) AND (r.gone > ? OR r.gone >= ?"
            + " AND " + DueRuns.DUE + ") IS NOT TRUE LIMIT 1";
    // None of them can be pinned before the partition is dropped.
    private static final String HOLD = "SELECT 1 FROM run r WHERE r.run_id = ANY (?) ORDER BY r.run_id FOR SHARE OF r";
    private static final int PAGE = 500;
    private static final String SIZE = "SELECT pg_total_relation_size(?::regclass)";
    private static final DateTimeFormatter DAY = DateTimeFormatter.BASIC_ISO_DATE;
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    // Rows carry the time of their batch, which may be retried for a while.
    private static final long LATE_MINUTES = 60;

    /// A partition that may be dropped.
    record Day(String table, long bytes) {}

    /// The partitions that may be dropped now.
    List<Day> droppable(Instant now) throws SQLException {
        List<Day> days = new ArrayList<>();
        for (String table : session.list(DAYS, row -> row.getString(1))) {
            if (isOver(table, now) && isFree(table, false)) {
                days.add(new Day(table, session.one(SIZE, row -> row.getLong(1), table)));
            }
        }
        return days;
    }

    /// @return what was dropped
    RemovalReport drop(Instant now, RemovalReport start) throws SQLException {
        RemovalReport sum = start;
        for (Day day : droppable(now)) {
            if (pacing.goesOn() && drop(day)) {
                sum = sum.plusPartition(day.bytes());
            }
            pacing.rest();
        }
        return sum;
    }

    private boolean drop(Day day) throws SQLException {
        for (int failed = 0; ; failed++) {
            try {
                return session.transaction(() -> dropHeld(day.table()));
            } catch (SQLException e) {
                if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || failed + 1 == pacing.tries()) {
                    throw e;
                }
                pacing.restLong();
            }
        }
    }

    private boolean dropHeld(String table) throws SQLException {
        session.execute("SET LOCAL lock_timeout = " + pacing.lockTimeout().toMillis());
        boolean isFree = isFree(table, true);
        if (isFree) {
            session.execute("DROP TABLE " + table);
        }
        return isFree;
    }

    private boolean isOver(String table, Instant now) {
        Instant end = LocalDate.parse(table.substring(table.length() - 8), DAY)
                .plusDays(1)
                .atStartOfDay()
                .toInstant(ZoneOffset.UTC);
        return end.isBefore(due.before()) && end.isBefore(now.minus(LATE_MINUTES, ChronoUnit.MINUTES));
    }

    // In pages: a partition may contain any number of runs.
    private boolean isFree(String table, boolean isHeld) throws SQLException {
        String after = "";
        while (pacing.goesOn()) {
            List<String> runs = session.list(FOUND.formatted(table, PAGE), row -> row.getString(1), after);
            if (isHeld) {
                session.list(HOLD, row -> row.getInt(1), runs);
            }
            if (isAnyStaying(runs)) {
                return false;
            }
            if (runs.size() < PAGE) {
                return true;
            }
            after = runs.getLast();
        }
        return false;
    }

    private boolean isAnyStaying(List<String> runs) throws SQLException {
        return !session.list(
                        STAYING, row -> row.getInt(1), runs, RetentionStep.TOKENS.ordinal(), due.least(), due.moment())
                .isEmpty();
    }
}
