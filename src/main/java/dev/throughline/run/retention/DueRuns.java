package dev.throughline.run.retention;

import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/// The runs for which a step's time has come: sealed before a moment, neither pinned nor the latest sealed run of their
/// client's version, with no answer under way.
///
/// @param least how many steps a run must have behind it: all before this one, or none for a look ahead
record DueRuns(RetentionStep step, Instant before, int least) {
    /// A condition on `run r` with one parameter: the moment.
    static final String DUE = """
            r.state = 'SEALED' AND NOT r.pinned AND r.sealed < ?
            AND (r.client_name IS NULL OR EXISTS (
                SELECT 1 FROM run n WHERE n.client_name = r.client_name AND n.client_version = r.client_version
                    AND n.run_id > r.run_id AND n.state = 'SEALED'))
            AND NOT EXISTS (SELECT 1 FROM exchange e WHERE e.run_id = r.run_id AND e.outcome = 'OPEN')""";
    private static final String LIST =
            "SELECT r.run_id FROM run r WHERE r.gone BETWEEN ? AND ? AND " + DUE + " ORDER BY r.sealed, r.run_id";
    // Whoever pins the run now waits, or is waited for no longer than this pass.
    private static final String HOLD = "SELECT r.exchanges FROM run r WHERE r.run_id = ? AND r.gone BETWEEN ? AND ?"
            + " AND " + DUE + " FOR UPDATE OF r SKIP LOCKED";

    /// Runs that are just at this step.
    static DueRuns at(RetentionStep step, Instant before) {
        return new DueRuns(step, before, step.ordinal());
    }

    /// Runs that come to this step when the steps before it are done.
    static DueRuns comingTo(RetentionStep step, Instant before) {
        return new DueRuns(step, before, 0);
    }

    /// Their ids, the longest sealed first.
    List<String> list(Session session) throws SQLException {
        return session.list(LIST, row -> row.getString(1), least, step.ordinal(), moment());
    }

    /// Keeps a run as it is until the end of the transaction.
    /// @return how many exchanges it had; none when the run is not due any more
    List<Integer> hold(Session session, String run) throws SQLException {
        return session.list(HOLD, row -> row.getInt(1), run, least, step.ordinal(), moment());
    }

    OffsetDateTime moment() {
        return before.atOffset(ZoneOffset.UTC);
    }
}
