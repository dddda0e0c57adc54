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

/// The runs for which a step's time has come: sealed before a moment, neither pinned nor the latest sealed run of their
/// client's version, with no answer under way. They are read in pages, each as cheap as the one before, however many
/// runs a version has.
///
/// @param least how many steps a run must have behind it: all before this one, or none for a look ahead
record DueRuns(RetentionStep step, Instant before, int least) {
    // Both questions are scalar subqueries: a join over all runs of a version would be a plan too, and its cost their
    // square. The row that follows in the order of the index says whether the version has a later run.
    private static final String UNUSED = """
            (r.client_name IS NULL OR (
                SELECT n.client_name = r.client_name AND n.client_version = r.client_version FROM run n
                WHERE n.state = 'SEALED'
                    AND (n.client_name, n.client_version, n.run_id) > (r.client_name, r.client_version, r.run_id)
                ORDER BY n.client_name, n.client_version, n.run_id LIMIT 1))
            AND (SELECT 1 FROM exchange e WHERE e.run_id = r.run_id AND e.outcome = 'OPEN' LIMIT 1) IS NULL""";
    /// A condition on `run r` with one parameter: the moment.
    static final String DUE = "r.state = 'SEALED' AND NOT r.pinned AND r.sealed < ? AND " + UNUSED;
    /// One page: what may be due, in the order of the index, and whether it is.
    static final String PAGE = "SELECT r.run_id, r.exchanges, r.sealed, (" + UNUSED + ") IS TRUE FROM ("
            + "SELECT * FROM run WHERE state = 'SEALED' AND NOT pinned AND gone = ? AND sealed < ?"
            + " AND (sealed, run_id) > (?, ?) ORDER BY sealed, run_id LIMIT " + Page.SIZE
            + ") r ORDER BY r.sealed, r.run_id";
    // Whoever pins one of the runs now waits, or is waited for no longer than this pass.
    private static final String HOLD = "SELECT r.run_id, r.exchanges FROM run r WHERE r.run_id = ANY (?)"
            + " AND r.gone BETWEEN ? AND ? AND " + DUE + " ORDER BY r.run_id FOR UPDATE OF r SKIP LOCKED";

    /// A run and how many exchanges it had.
    record DueRun(String id, int exchanges) {
        static DueRun of(ResultSet row) throws SQLException {
            return new DueRun(row.getString(1), row.getInt(2));
        }
    }

    /// What is done with the runs of a page.
    interface PageStep {
        /// @param sum of the pages before
        /// @return the sum with this page in it
        RemovalReport apply(RemovalReport sum, List<DueRun> runs) throws SQLException;
    }

    /// Runs that are just at this step.
    static DueRuns at(RetentionStep step, Instant before) {
        return new DueRuns(step, before, step.ordinal());
    }

    /// Runs that come to this step when the steps before it are done.
    static DueRuns comingTo(RetentionStep step, Instant before) {
        return new DueRuns(step, before, 0);
    }

    /// Works on all of them in pages, the longest sealed first of those that have lost as much.
    /// @param goesOn asked before each page
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

    /// Keeps runs as they are until the end of the transaction.
    /// @return those that are still due
    List<DueRun> hold(RetentionConnection retentionConnection, List<String> runs) throws SQLException {
        return retentionConnection.list(HOLD, DueRun::of, runs, least, step.ordinal(), moment());
    }

    OffsetDateTime moment() {
        return before.atOffset(ZoneOffset.UTC);
    }

    /// Some runs in the order of the index.
    /// @param sealed of the last one read, due or not
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
