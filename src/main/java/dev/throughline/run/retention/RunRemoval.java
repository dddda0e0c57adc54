package dev.throughline.run.retention;

import java.sql.SQLException;
import java.util.List;

/// Takes one step for runs, one after the other, some exchanges in one transaction.
///
/// @param pacing how much at once, and the pause between
record RunRemoval(Session session, DueRuns due, Pacing pacing) {
    private static final String DELETE = """
            WITH deleted AS (
                DELETE FROM %1$s t WHERE t.run_id = ? AND t.%2$s >= ? AND t.%2$s < ? RETURNING %3$s AS bytes)
            SELECT count(*), coalesce(sum(bytes), 0) FROM deleted""";
    private static final String ADVANCE = "UPDATE run SET gone = ? WHERE run_id = ?";
    private static final String DELETE_VERDICT = """
            WITH deleted AS (DELETE FROM verdict t WHERE t.run_id = ? RETURNING pg_column_size(t.report) AS bytes)
            SELECT count(*), coalesce(sum(bytes), 0) FROM deleted""";
    private static final String DELETE_RUN = "DELETE FROM run WHERE run_id = ?";

    /// What was done in one transaction.
    /// @param next the exchange to go on with; 0 at the end
    private record Stride(Removal sum, int next) {}

    /// Takes the step for every run that is due.
    Removal all(Removal start) throws SQLException {
        Removal sum = start;
        for (String run : due.list(session)) {
            sum = pacing.goesOn() ? one(run, sum) : sum;
        }
        return sum;
    }

    private Removal one(String run, Removal start) throws SQLException {
        Stride stride = new Stride(start, 1);
        while (stride.next() > 0 && pacing.goesOn()) {
            Stride last = stride;
            stride = session.transaction(() -> stride(run, last.sum(), last.next()));
            pacing.rest();
        }
        return stride.sum();
    }

    private Stride stride(String run, Removal sum, int first) throws SQLException {
        session.execute("SET LOCAL synchronous_commit = off"); // what is not on the disk after a crash goes again
        List<Integer> exchanges = due.hold(session, run);
        if (exchanges.isEmpty()) {
            return new Stride(sum, 0);
        }
        boolean isLast = due.step().parts().isEmpty() || first + pacing.exchanges() > exchanges.getFirst();
        int end = isLast ? Integer.MAX_VALUE : first + pacing.exchanges();
        Removal after = sum;
        for (RetentionStep.Part part : due.step().parts()) {
            after = delete(DELETE.formatted(part.table(), part.number(), part.bytes()), after, run, first, end);
        }
        return isLast ? new Stride(finish(run, after), 0) : new Stride(after, end);
    }

    private Removal finish(String run, Removal sum) throws SQLException {
        if (due.step() == RetentionStep.VERDICTS) {
            Removal after = delete(DELETE_VERDICT, sum, run);
            session.update(DELETE_RUN, run);
            return after.plusRuns(1);
        }
        session.update(ADVANCE, due.step().ordinal() + 1, run);
        return sum.plusRuns(1);
    }

    private Removal delete(String sql, Removal sum, Object... values) throws SQLException {
        return session.one(sql, row -> sum.plusRows(row.getLong(1), row.getLong(2)), values);
    }
}
