package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Counts what a step would remove, a number of exchanges per statement.
record RetentionPreview(RetentionConnection session, DueRuns due, Pacing pacing) {
    private static final String COUNT = """
            SELECT count(*), coalesce(sum(%2$s), 0) FROM %1$s t
            WHERE t.run_id = ANY (?) AND t.%3$s >= ? AND t.%3$s < ? AND t.tableoid::regclass::text <> ALL (?)""";
    private static final String COUNT_VERDICTS = """
            SELECT count(*), coalesce(sum(pg_column_size(t.report)), 0) FROM verdict t WHERE t.run_id = ANY (?)""";
    // Counting reads rows without locks, so it handles more at once than a deletion does.
    private static final int EXCHANGES = 2_000;

    /// The total of the step.
    RemovalReport of(Instant now) throws SQLException {
        RemovalReport sum = RemovalReport.none(due.step(), due.before());
        List<String> dropped = new ArrayList<>();
        if (due.step() == RetentionStep.TOKENS) {
            for (PartitionDropper.Day day : new PartitionDropper(session, due, pacing).droppable(now)) {
                sum = sum.plusPartition(day.bytes());
                dropped.add(day.table());
            }
        }
        return due.overPages(session, sum, pacing::goesOn, (before, runs) -> page(before, runs, dropped));
    }

    private RemovalReport page(RemovalReport start, List<DueRuns.DueRun> runs, List<String> dropped)
            throws SQLException {
        RemovalReport sum = start.plusRuns(runs.size());
        for (RunBatch batch : RunBatch.cut(runs, EXCHANGES)) {
            sum = due.step() == RetentionStep.VERDICTS
                    ? count(COUNT_VERDICTS, sum, batch.runs())
                    : exchanges(sum, batch, dropped);
        }
        return sum;
    }

    private RemovalReport exchanges(RemovalReport start, RunBatch batch, List<String> dropped) throws SQLException {
        RemovalReport sum = start;
        for (RetentionStep.Part part : due.step().parts()) {
            String sql = COUNT.formatted(part.table(), part.bytes(), part.number());
            int first = 1;
            for (; first + EXCHANGES <= batch.exchanges(); first += EXCHANGES) {
                sum = count(sql, sum, batch.runs(), first, first + EXCHANGES, dropped);
            }
            sum = count(sql, sum, batch.runs(), first, Integer.MAX_VALUE, dropped);
        }
        return sum;
    }

    private RemovalReport count(String sql, RemovalReport sum, Object... values) throws SQLException {
        return session.one(sql, row -> sum.plusRows(row.getLong(1), row.getLong(2)), values);
    }
}
