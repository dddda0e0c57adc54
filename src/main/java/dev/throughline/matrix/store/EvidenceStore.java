package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.EvidenceSource;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.RunMeasurement;
import dev.throughline.run.SealedRun;
import dev.throughline.run.lifecycle.SealObserver;
import dev.throughline.store.TransactionRunner;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Stores evidence, from which the cells of the matrix are derived.
///
/// An eligible run is stored in the transaction that seals it; measurements other than runs of this service, such as
/// checks of backends, are added by `add`. Evidence of a key that may not measure for others belongs to that key: it
/// counts in no shared cell. Transactions that store evidence are serialized by the row of `matrix_revision`, so that
/// a reader that sees a revision sees the evidence of all earlier ones.
@ApplicationScoped
public class EvidenceStore implements SealObserver {
    private static final String COLUMNS =
            "run_id, origin, cell_key, " + KeyColumns.NAMES + ", sealed, exchanges, seconds, capabilities, shapes, how";
    private static final String TYPES = "run_id text, origin text, cell_key text, " + KeyColumns.TYPES
            + ", sealed timestamptz, exchanges integer, seconds double precision, capabilities jsonb, shapes jsonb,"
            + " how jsonb";
    private static final String ALL = COLUMNS + ", said_by, said_from, owner, revision";
    private static final Object[] PARTS = {ALL, COLUMNS, TYPES, String.join(", EXCLUDED.", ALL.split(", "))};
    // The key of a row: the one that opened its run, otherwise the one that reported it.
    private static final String INSERT = """
            WITH new AS (UPDATE matrix_revision SET revision = revision + 1 RETURNING revision)
            INSERT INTO evidence (%1$s) SELECT %2$s, said.key_id, CAST(:address AS text),
                CASE WHEN EXISTS (SELECT FROM access_key a
                    WHERE a.key_id = said.key_id AND a.scope IN ('MEASURE', 'ADMIN')) THEN NULL ELSE said.key_id END,
                new.revision
            FROM new, jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb)) AS r (%3$s)
            CROSS JOIN LATERAL (SELECT COALESCE((SELECT key_id FROM run WHERE run.run_id = r.run_id),
                NULLIF(CAST(:speaker AS text), '')) AS key_id) said
            ON CONFLICT (run_id) DO UPDATE SET (%1$s) = ROW (EXCLUDED.%4$s)""".formatted(PARTS);

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
        return new RunMeasurement(sealed, throughline)
                .measurement()
                .map(measured -> add(session, List.of(measured), EvidenceSource.SERVICE))
                .orElseGet(() -> Uni.createFrom().voidItem());
    }

    /// Stores measurements reported by a program; they count for others if its key may measure.
    public Uni<Void> add(List<Measurement> measured, EvidenceSource source) {
        return transactionRunner.run(session -> add(session, measured, source));
    }

    private static Uni<Void> add(StatelessSession session, List<Measurement> measured, EvidenceSource source) {
        return session.createNativeQuery(INSERT)
                .setParameter(
                        "rows",
                        MatrixJsonb.write(measured.stream().map(EvidenceRow::of).toList()))
                .setParameter("speaker", source.key().map(KeyId::value).orElse(""))
                .setParameter("address", source.address())
                .executeUpdate()
                .replaceWithVoid();
    }
}
