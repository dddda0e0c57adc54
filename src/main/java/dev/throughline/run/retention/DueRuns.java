package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The runs that are due for a step: sealed before a given time, neither pinned nor the latest sealed run
/// of their client's version, and without an answer in flight. They are read in pages of constant cost,
/// however many runs a version has.
///
/// @param least how many steps a run must have behind it: all before this one, or none for a preview
record DueRuns(RetentionStep step, Instant before, int least) {
    // Both conditions are scalar subqueries: the planner could also join all runs of a version, at
    // quadratic cost. The next row in index order shows whether the version has a later run.
    private static final String UNUSED = """
            (r.client_name IS NULL OR (
                SELECT n.client_name = r.client_name AND n.client_version = r.client_version FROM run n
                WHERE n.state = 'SEALED'
                    AND (n.client_name, n.client_version, n.run_id) > (r.client_name, r.client_version, r.run_id)
                ORDER BY n.client_name, n.client_version, n.run_id LIMIT 1))
            AND (SELECT 1 FROM exchange e
                WHERE e.run_id = r.run_id COLLATE "default" AND e.outcome = 'OPEN' LIMIT 1) IS NULL""";
    /// A condition on `run r` with one parameter: the time.
    static final String DUE = "r.state = 'SEALED' AND NOT r.pinned AND r.sealed < ? AND " + UNUSED;
    /// One page: candidates in index order, and whether each is due.
    static final String PAGE = "SELECT r.run_id, r.exchanges, r.sealed, (" + UNUSED + ") IS TRUE FROM ("
            + "SELECT * FROM run WHERE state = 'SEALED' AND NOT pinned AND gone = ? AND sealed < ?"
            + " AND (sealed, run_id) > (?, ?) ORDER BY sealed, run_id LIMIT " + Page.SIZE
            + ") r ORDER BY r.sealed, r.run_id";
    // A concurrent attempt to pin one of the runs either finishes first or waits for this pass.
    private static final String HOLD = "SELECT r.run_id, r.exchanges FROM run r WHERE r.run_id = ANY (?)"
            + " AND r.gone BETWEEN ? AND ? AND " + DUE + " ORDER BY r.run_id FOR UPDATE OF r SKIP LOCKED";

    /// A run and its number of exchanges.
    record DueRun(String id, int exchanges) {
        static DueRun of(ResultSet row) throws SQLException {
            return new DueRun(row.getString(1), row.getInt(2));
        }
    }

    /// The action on the runs of a page.
    interface PageStep {
        /// @param sum over the previous pages
        /// @return the sum including this page
        RemovalReport apply(RemovalReport sum, List<DueRun> runs) throws SQLException;
    }

    /// Runs that are at exactly this step.
    static DueRuns at(RetentionStep step, Instant before) {
        return new DueRuns(step, before, step.ordinal());
    }

    /// Runs that reach this step once the steps before it are done.
    static DueRuns comingTo(RetentionStep step, Instant before) {
        return new DueRuns(step, before, 0);
    }

    /// Applies an action to all of them in pages; of runs at the same step, those sealed first come first.
    /// @param goesOn checked before each page
    RemovalReport overPages(
            RetentionConnection retentionConnection, RemovalReport start, BooleanSupplier goesOn, PageStep pageStep)
            throws SQLException {
        RemovalReport sum = start;
        for (int gone = least; gone <= step.ordinal(); gone++) {
            for (Page page = Page.FIRST; page.hasNext() && goesOn.getAsBoolean(); ) {
                page = page.next(retentionConnection, gone, moment());
                sum = pageStep.apply(sum, page.due());
            }
        }
        return sum;
    }

    /// Locks runs against changes until the end of the transaction.
    /// @return those that are still due
    List<DueRun> hold(RetentionConnection retentionConnection, List<String> runs) throws SQLException {
        return retentionConnection.list(HOLD, DueRun::of, runs, least, step.ordinal(), moment());
    }

    OffsetDateTime moment() {
        return before.atOffset(ZoneOffset.UTC);
    }

    /// Some runs in index order.
    /// @param sealed the seal time of the last one read, due or not
    /// @param run its id
    private record Page(List<DueRun> due, OffsetDateTime sealed, String run, boolean hasNext) {
        private static final int SIZE = 500;
        private static final Page FIRST = new Page(List.of(), OffsetDateTime.MIN, "", true);

        /// A row of a page.
        private record Candidate(DueRun run, OffsetDateTime sealed, boolean isDue) {
            static Candidate of(ResultSet row) throws SQLException {
                return new Candidate(DueRun.of(row), row.getObject(3, OffsetDateTime.class), row.getBoolean(4));
            }
        }

        Page next(RetentionConnection retentionConnection, int gone, OffsetDateTime moment) throws SQLException {
            List<Candidate> found = retentionConnection.list(PAGE, Candidate::of, gone, moment, sealed, run);
            if (found.isEmpty()) {
                return new Page(List.of(), sealed, run, false);
            }
            List<DueRun> due = new ArrayList<>();
            found.stream().filter(Candidate::isDue).map(Candidate::run).forEach(due::add);
            Candidate last = found.getLast();
            return new Page(due, last.sealed(), last.run().id(), found.size() == SIZE);
        }
    }
}
