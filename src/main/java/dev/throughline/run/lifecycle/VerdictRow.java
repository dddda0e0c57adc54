package dev.throughline.run.lifecycle;

import dev.throughline.run.RunTally;
import dev.throughline.run.SealedRun;
import dev.throughline.run.lifecycle.RunStore.StoredVerdict;
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

/// A row of `verdict`.
@Entity
@Table(name = "verdict")
class VerdictRow {
    /// The summary of one run's verdict.
    static final String SUMMARY = "SELECT cast(summary AS text) FROM verdict WHERE run_id = :run";

    @Id
    @Column(name = "run_id")
    String runId = "";

    String verdict = "";
    Instant scored = Instant.EPOCH;

    @ColumnTransformer(read = "cast(report as text)", write = "cast(cast(? as text) as jsonb)")
    String report = "";

    @ColumnTransformer(read = "cast(summary as text)", write = "cast(cast(? as text) as jsonb)")
    String summary = "";

    @ColumnTransformer(read = "cast(tally as text)", write = "cast(cast(? as text) as jsonb)")
    String tally = "";

    @Column(name = "owes_evidence")
    boolean owesEvidence;

    /// The value of `tally`.
    record Tally(ItemTally items, RunTally run) {}

    /// @param isObserved whether the observers of sealed runs have been notified
    static VerdictRow of(SealedRun sealed, Instant scored, boolean isObserved) {
        VerdictRow row = new VerdictRow();
        row.runId = sealed.run().id().value();
        row.verdict = sealed.verdict().verdict().name();
        row.scored = scored;
        row.owesEvidence = !isObserved;
        row.report = StoredJson.write(sealed.verdict());
        row.summary = StoredJson.write(VerdictSummary.of(sealed.score()));
        row.tally = StoredJson.write(new Tally(sealed.score().items(), sealed.tally()));
        return row;
    }

    StoredVerdict toVerdict() {
        RunVerdict judged = StoredJson.read(report, RunVerdict.class);
        Tally counted = StoredJson.read(tally, Tally.class);
        return new StoredVerdict(new RunScore(judged, counted.items()), counted.run());
    }
}
