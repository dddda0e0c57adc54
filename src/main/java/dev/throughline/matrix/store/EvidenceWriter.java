package dev.throughline.matrix.store;

import dev.throughline.access.KeyId;
import dev.throughline.matrix.EvidenceSource;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Writes evidence and the cells derived from it, in the caller's transaction. Evidence of a key that may
/// not measure for others belongs to that key: it is stored, but counts in no cell.
///
/// Transactions that write evidence for the same key are serialized: the others wait and see what the first
/// one wrote. Keys are locked in a fixed order.
final class EvidenceWriter {
    private static final int LOCK_CLASS = 0x6d617478;
    private static final String LOCK = """
            SELECT count(CAST(pg_advisory_xact_lock(%d, hashtext(k.cell_key)) AS text))
            FROM (SELECT cell_key FROM jsonb_array_elements_text(CAST(CAST(:keys AS text) AS jsonb)) AS t (cell_key)
                ORDER BY hashtext(cell_key)) k""".formatted(LOCK_CLASS);
    private static final String PRODUCTS = """
            INSERT INTO product (product_id, kind, title, scheme, registry)
            SELECT DISTINCT ON (id) id, kind, id, 'SEMVER', '' FROM (%s) AS p (id, kind)
            WHERE id ~ '^[a-z0-9][a-z0-9._@/-]*$' AND length(id) <= 100
            ON CONFLICT (product_id) DO NOTHING""";
    /// The key of a row: the one that opened its run, otherwise the one that reported it.
    private static final String SPEAKER = """
            CROSS JOIN LATERAL (SELECT COALESCE((SELECT key_id FROM run WHERE run.run_id = r.run_id),
                NULLIF(CAST(:speaker AS text), '')) AS key_id) said""";
    private static final String MEASURES =
            "EXISTS (SELECT FROM access_key a WHERE a.key_id = said.key_id AND a.scope IN ('MEASURE', 'ADMIN'))";
    private static final String SIDES = """
            SELECT side.product, side.kind
            FROM jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb))
                AS r (run_id text, client text, backend text, gateway text)
            CROSS JOIN LATERAL (VALUES (client, 'CLIENT'), (backend, 'BACKEND'), (gateway, 'GATEWAY'))
                AS side (product, kind)
            %s WHERE said.key_id IS NULL OR %s""".formatted(SPEAKER, MEASURES);
    private static final String COLUMNS =
            "run_id, origin, cell_key, " + KeyColumns.NAMES + ", sealed, exchanges, seconds, capabilities, shapes, how";
    private static final String TYPES = "run_id text, origin text, cell_key text, " + KeyColumns.TYPES
            + ", sealed timestamptz, exchanges integer, seconds double precision, capabilities jsonb, shapes jsonb,"
            + " how jsonb";
    private static final String OF_SOURCE = "said_by, said_from, owner";
    private static final String INSERT = "INSERT INTO evidence (" + COLUMNS + ", " + OF_SOURCE + ") SELECT " + COLUMNS
            + ", said.key_id, CAST(:address AS text), CASE WHEN " + MEASURES + " THEN NULL ELSE said.key_id END"
            + " FROM jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb)) AS r (" + TYPES + ") " + SPEAKER
            + " ON CONFLICT (run_id) DO ";
    private static final String ALL = COLUMNS + ", " + OF_SOURCE;
    private static final String REPLACE =
            "UPDATE SET (" + ALL + ") = ROW (EXCLUDED." + String.join(", EXCLUDED.", ALL.split(", ")) + ")";

    private EvidenceWriter() {}

    /// What to do with evidence already stored for the same run.
    enum Known {
        /// Keep it.
        KEEP,
        /// Replace it.
        REPLACE
    }

    /// Stores evidence and recomputes the cells of its keys.
    static Uni<Void> add(StatelessSession session, List<EvidenceRow> rows, Known known) {
        return add(session, rows, known, EvidenceSource.SERVICE);
    }

    /// The same for reported evidence.
    static Uni<Void> add(StatelessSession session, List<EvidenceRow> rows, Known known, EvidenceSource source) {
        if (rows.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        Collection<String> keys =
                new TreeSet<>(rows.stream().map(EvidenceRow::cellKey).toList());
        return lock(session, keys)
                .chain(() -> write(session, rows, known, source))
                .chain(() -> CellWriter.recompute(session, keys));
    }

    private static Uni<Void> write(
            StatelessSession session, List<EvidenceRow> rows, Known known, EvidenceSource source) {
        String json = MatrixJsonb.write(rows);
        String speaker = source.key().map(KeyId::value).orElse("");
        return session.createNativeQuery(PRODUCTS.formatted(SIDES))
                .setParameter("rows", json)
                .setParameter("speaker", speaker)
                .executeUpdate()
                .chain(() -> session.createNativeQuery(INSERT + (known == Known.KEEP ? "NOTHING" : REPLACE))
                        .setParameter("rows", json)
                        .setParameter("speaker", speaker)
                        .setParameter("address", source.address())
                        .executeUpdate())
                .replaceWithVoid();
    }

    /// Waits until no other transaction writes evidence or cells of these keys.
    static Uni<Void> lock(StatelessSession session, Collection<String> keys) {
        return session.createNativeQuery(LOCK, Long.class)
                .setParameter("keys", MatrixJsonb.write(keys))
                .getSingleResult()
                .replaceWithVoid();
    }
}
