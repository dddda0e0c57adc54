package dev.throughline.matrix.store;

import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/// Reads what this deployment measured, for use in other deployments.
@ApplicationScoped
public class OwnMeasurements {
    private static final String AFTER = """
            SELECT to_jsonb(e)::text AS line FROM evidence e WHERE origin = 'HERE' AND owner IS NULL
                AND run_id > $1
            ORDER BY run_id LIMIT $2""";

    private final StatementRunner statementRunner;

    OwnMeasurements(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// Measurements ordered by the ids of their runs.
    /// @param run only those after it; empty to start at the first
    public Uni<List<MeasuredLine>> after(String run, int limit) {
        return statementRunner.run(AFTER, Tuple.of(StoredText.encode(run), limit), OwnMeasurements::read);
    }

    private static List<MeasuredLine> read(RowSet<Row> rows) {
        List<MeasuredLine> lines = new ArrayList<>(rows.size());
        rows.forEach(row -> lines.add(MeasuredLine.of(EvidenceRow.read(row.getString("line")))));
        return lines;
    }
}
