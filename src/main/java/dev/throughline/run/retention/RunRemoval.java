package dev.throughline.run.retention;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Removes a part of the runs that are due for it: sealed before a time, neither pinned nor the latest sealed run
/// of their client's version, and without an answer in flight.
record RunRemoval(RetentionConnection connection, Part part, OffsetDateTime before) {
    // Both are scalar subqueries: the planner could also join all runs of a version, at quadratic cost. The next
    // row in index order shows whether the version has a later run.
    private static final String UNUSED = """
            (r.client_name IS NULL OR (
                SELECT n.client_name = r.client_name AND n.client_version = r.client_version FROM run n
                WHERE n.state = 'SEALED'
                    AND (n.client_name, n.client_version, n.run_id) > (r.client_name, r.client_version, r.run_id)
                ORDER BY n.client_name, n.client_version, n.run_id LIMIT 1))
            AND (SELECT 1 FROM exchange e
                WHERE e.run_id = r.run_id COLLATE "default" AND e.outcome = 'OPEN' LIMIT 1) IS NULL""";
    private static final String DUE =
            " FROM run r WHERE r.state = 'SEALED' AND NOT r.pinned AND r.sealed < ? AND " + UNUSED;
    private static final String COUNT = "SELECT count(*)" + DUE + " AND r.has_contents >= ?";
    private static final int PAGE_SIZE = 50;
    /// Runs in the order in which they were sealed, and whether each is due: a page has a constant cost, however
    /// many runs are not.
    static final String PAGE = "SELECT r.run_id, r.exchanges, r.sealed, (" + UNUSED + ") IS TRUE FROM ("
            + "SELECT * FROM run WHERE state = 'SEALED' AND NOT pinned AND has_contents = ? AND sealed < ?"
            + " AND (sealed, run_id) > (?, ?) ORDER BY sealed, run_id LIMIT " + PAGE_SIZE
            + ") r ORDER BY r.sealed, r.run_id";
    // A concurrent attempt to pin one of the runs either finishes first or waits for the transaction.
    private static final String HOLD = "SELECT r.run_id" + DUE
            + " AND r.has_contents = ? AND r.run_id = ANY (?) ORDER BY r.run_id FOR UPDATE OF r SKIP LOCKED";
    // Exchanges of each run in one transaction.
    private static final int STRIDE = 50;
    private static final Duration PAUSE = Duration.ofMillis(20);

    /// The rows that are removed together.
    enum Part {
        CONTENTS(
                true,
                "UPDATE run SET has_contents = false WHERE run_id = ANY (?)",
                "exchange_body WHERE exchange",
                "token_slice WHERE exchange"),
        /// Verdict and aliases go with the row of the run.
        RUN(
                false,
                "DELETE FROM run WHERE run_id = ANY (?)",
                "observation WHERE observer",
                "repeated_answer WHERE conversation",
                "item WHERE exchange",
                "exchange WHERE number");

        private final boolean hasContents;
        private final String finish;
        private final List<String> rows;

        /// @param hasContents whether a run has its contents before it
        /// @param rows tables with the columns that number their rows from 1 to the number of exchanges
        Part(boolean hasContents, String finish, String... rows) {
            this.hasContents = hasContents;
            this.finish = finish;
            this.rows = List.of(rows);
        }
    }

    private record Candidate(String run, int exchanges, OffsetDateTime sealed, boolean isDue) {
        static Candidate of(ResultSet row) throws SQLException {
            return new Candidate(
                    row.getString(1), row.getInt(2), row.getObject(3, OffsetDateTime.class), row.getBoolean(4));
        }
    }

    /// The number of runs that are due.
    long count() throws SQLException {
        return connection.one(COUNT, row -> row.getLong(1), before, part.hasContents);
    }

    /// Removes it from all of them, in short transactions.
    /// @return the number of runs
    long remove() throws SQLException {
        long removed = 0;
        List<Candidate> page;
        var last = new Candidate("", 0, OffsetDateTime.MIN, false);
        do {
            page = connection.list(PAGE, Candidate::of, part.hasContents, before, last.sealed(), last.run());
            List<Candidate> due = page.stream().filter(Candidate::isDue).toList();
            removed += due.isEmpty() ? 0 : remove(due);
            last = page.isEmpty() ? last : page.getLast();
        } while (page.size() == PAGE_SIZE);
        return removed;
    }

    private long remove(List<Candidate> due) throws SQLException {
        List<String> runs = due.stream().map(Candidate::run).toList();
        int exchanges = due.stream().mapToInt(Candidate::exchanges).max().orElseThrow();
        int first = 1;
        for (; first + STRIDE <= exchanges; first += STRIDE) {
            transaction(runs, first, first + STRIDE - 1, false);
        }
        return transaction(runs, first, Integer.MAX_VALUE, true);
    }

    /// @return the number of runs that are still due
    private int transaction(List<String> runs, int first, int last, boolean finishes) throws SQLException {
        int still = connection.transaction(() -> {
            connection.execute("SET LOCAL synchronous_commit = off"); // what a crash brings back is removed again
            List<String> held = connection.list(HOLD, row -> row.getString(1), before, part.hasContents, runs);
            for (String rows : part.rows) {
                connection.update("DELETE FROM " + rows + " BETWEEN ? AND ? AND run_id = ANY (?)", first, last, held);
            }
            if (finishes) {
                connection.update(part.finish, held);
            }
            return held.size();
        });
        LockSupport.parkNanos(PAUSE.toNanos());
        return still;
    }
}
