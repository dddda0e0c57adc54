package dev.throughline.matrix.store;

import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.RunMeasurement;
import dev.throughline.matrix.store.EvidenceWriter.Known;
import dev.throughline.run.SealedRun;
import dev.throughline.run.lifecycle.SealObserver;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Stores evidence and the cells derived from it.
///
/// An eligible run is stored in the transaction that seals it; measurements other than runs of this
/// service, such as checks of backends, are added by `add`.
@ApplicationScoped
public class EvidenceStore implements SealObserver {
    private final TransactionRunner transactionRunner;
    private final String throughline;

    EvidenceStore(
            TransactionRunner transactionRunner,
            @ConfigProperty(name = "quarkus.application.version") String throughline) {
        this.transactionRunner = transactionRunner;
        this.throughline = throughline;
    }

    @Override
    public Uni<Void> sealed(StatelessSession session, SealedRun sealed) {
        List<EvidenceRow> rows = row(sealed).stream().toList();
        return EvidenceWriter.add(session, rows, Known.REPLACE);
    }

    /// Stores measurements reported by a program; they count for others if its key may measure.
    public Uni<Void> add(List<Measurement> measured, EvidenceSource source) {
        List<EvidenceRow> rows = measured.stream().map(EvidenceRow::of).toList();
        return transactionRunner.run(session -> EvidenceWriter.add(session, rows, Known.REPLACE, source));
    }

    Optional<EvidenceRow> row(SealedRun sealed) {
        return new RunMeasurement(sealed, throughline).measurement().map(EvidenceRow::of);
    }
}
