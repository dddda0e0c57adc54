package dev.throughline.run.lifecycle;

import dev.throughline.run.RunTally;
import dev.throughline.run.SealedRun;
import dev.throughline.store.StoredJson;
import dev.throughline.verdict.ItemTally;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.VerdictSummary;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.ColumnTransformer;
import org.jspecify.annotations.Nullable;

/// A row of `verdict`.
@Entity
@Table(name = "verdict")
class VerdictRow {
    /// The summary of one run's verdict, or its report where there is none, and whether it is the summary.
    static final String SUMMARY = """
            SELECT cast(coalesce(summary, report) AS text), summary IS NOT NULL FROM verdict WHERE run_id = :run""";

    @Id
    @Column(name = "run_id")
    String runId = "";

    String verdict = "";
    Instant scored = Instant.EPOCH;

    @ColumnTransformer(read = "cast(report as text)", write = "cast(cast(? as text) as jsonb)")
    String report = "";

    @Nullable
    @ColumnTransformer(read = "cast(summary as text)", write = "cast(cast(? as text) as jsonb)")
    String summary;

    @Nullable
    @ColumnTransformer(read = "cast(tally as text)", write = "cast(cast(? as text) as jsonb)")
    String tally;

    /// The value of `tally`.
    record Tally(ItemTally items, RunTally run) {}

    static VerdictRow of(SealedRun sealed, Instant scored) {
        VerdictRow row = new VerdictRow();
        row.runId = sealed.run().id().value();
        row.verdict = sealed.verdict().verdict().name();
        row.scored = scored;
        row.report = StoredJson.write(sealed.verdict());
        row.summary = StoredJson.write(VerdictSummary.of(sealed.score()));
        row.tally = StoredJson.write(new Tally(sealed.score().items(), sealed.tally()));
        return row;
    }

    /// @param row as `SUMMARY` reads it
    static VerdictSummary toSummary(Object[] row) {
        String json = (String) row[0];
        return (boolean) row[1]
                ? StoredJson.read(json, VerdictSummary.class)
                : VerdictSummary.of(StoredJson.read(json, RunVerdict.class));
    }

    StoredVerdict toVerdict() {
        RunVerdict judged = StoredJson.read(report, RunVerdict.class);
        if (tally == null) {
            return new StoredVerdict(RunScore.of(judged), RunTally.NONE);
        }
        Tally counted = StoredJson.read(tally, Tally.class);
        return new StoredVerdict(new RunScore(judged, counted.items()), counted.run());
    }
}
