package dev.throughline.run.lifecycle;

import dev.throughline.run.RunId;
import dev.throughline.store.StoredJson;
import dev.throughline.verdict.RunVerdict;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.ColumnTransformer;

/// A row of `verdict`.
@Entity
@Table(name = "verdict")
class VerdictRow {
    @Id
    @Column(name = "run_id")
    String runId = "";

    String verdict = "";
    Instant scored = Instant.EPOCH;

    @ColumnTransformer(read = "cast(report as text)", write = "cast(cast(? as text) as jsonb)")
    String report = "";

    static VerdictRow of(RunId run, RunVerdict verdict, Instant scored) {
        VerdictRow row = new VerdictRow();
        row.runId = run.value();
        row.verdict = verdict.verdict().name();
        row.scored = scored;
        row.report = StoredJson.write(verdict);
        return row;
    }

    RunVerdict toVerdict() {
        return StoredJson.read(report, RunVerdict.class);
    }
}
