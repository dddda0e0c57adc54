package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.sql.SQLException;
import java.util.List;

/// Applies one step to runs in batches, a number of exchanges per transaction.
///
/// @param pacing size of a transaction, and the pause between two
record RunRemoval(RetentionConnection session, DueRuns due, Pacing pacing) {
    private static final String DELETE = """
            WITH deleted AS (
                DELETE FROM %1$s t WHERE t.run_id = ANY (?) AND t.%2$s >= ? AND t.%2$s < ? RETURNING %3$s AS bytes)
            SELECT count(*), coalesce(sum(bytes), 0) FROM deleted""";
    private static final String ADVANCE = "UPDATE run SET gone = ? WHERE run_id = ANY (?)";
    private static final String DELETE_VERDICT = """
            WITH deleted AS (DELETE FROM verdict t WHERE t.run_id = ANY (?) RETURNING pg_column_size(t.report) AS bytes)
            SELECT count(*), coalesce(sum(bytes), 0) FROM deleted""";
    private static final String DELETE_RUN = "DELETE FROM run WHERE run_id = ANY (?)";

    /// The result of one transaction.
    /// @param next the exchange to continue with; 0 at the end
    private record Stride(RemovalReport sum, int next) {}

    /// Applies the step to every run that is due.
    RemovalReport all(RemovalReport start) throws SQLException {
        return due.overPages(session, start, pacing::goesOn, this::page);
    }

    private RemovalReport page(RemovalReport start, List<DueRuns.DueRun> runs) throws SQLException {
        RemovalReport sum = start;
        for (RunBatch batch : RunBatch.cut(runs, pacing.exchanges())) {
            sum = pacing.goesOn() ? one(batch, sum) : sum;
        }
        return sum;
    }

    private RemovalReport one(RunBatch batch, RemovalReport start) throws SQLException {
        Stride stride = new Stride(start, 1);
        while (stride.next() > 0 && pacing.goesOn()) {
            Stride last = stride;
            stride = session.transaction(() -> stride(batch, last.sum(), last.next()));
            pacing.rest();
        }
        return stride.sum();
    }

    private Stride stride(RunBatch batch, RemovalReport sum, int first) throws SQLException {
        session.execute("SET LOCAL synchronous_commit = off"); // what is not on the disk after a crash goes again
        RunBatch held = RunBatch.of(due.hold(session, batch.runs()));
        if (held.runs().isEmpty()) {
            return new Stride(sum, 0);
        }
        boolean isLast = due.step().parts().isEmpty() || first + pacing.exchanges() > held.exchanges();
        int end = isLast ? Integer.MAX_VALUE : first + pacing.exchanges();
        RemovalReport after = sum;
        for (RetentionStep.Part part : due.step().parts()) {
            after = delete(DELETE.formatted(part.table(), part.number(), part.bytes()), after, held.runs(), first, end);
        }
        return isLast ? new Stride(finish(held.runs(), after), 0) : new Stride(after, end);
    }

    private RemovalReport finish(List<String> runs, RemovalReport sum) throws SQLException {
        if (due.step() == RetentionStep.VERDICTS) {
            RemovalReport after = delete(DELETE_VERDICT, sum, runs);
            session.update(DELETE_RUN, runs);
            return after.plusRuns(runs.size());
        }
        session.update(ADVANCE, due.step().ordinal() + 1, runs);
        return sum.plusRuns(runs.size());
    }

    private RemovalReport delete(String sql, RemovalReport sum, Object... values) throws SQLException {
        return session.one(sql, row -> sum.plusRows(row.getLong(1), row.getLong(2)), values);
    }
}
