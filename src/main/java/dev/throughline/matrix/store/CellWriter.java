package dev.throughline.matrix.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellRules;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.store.StoredText;
import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Computes cells from their evidence, reading only the last runs of each key.
final class CellWriter {
    private static final String RECENT = """
            SELECT CAST(to_jsonb(e) AS text)
            FROM jsonb_array_elements_text(CAST(CAST(:keys AS text) AS jsonb)) AS k (cell_key)
            CROSS JOIN LATERAL (SELECT %s FROM evidence WHERE cell_key = k.cell_key AND owner IS NULL
                ORDER BY sealed DESC, run_id LIMIT %d) e
            ORDER BY e.cell_key, e.sealed DESC, e.run_id""".formatted(EvidenceRow.VOTE, CellRules.WINDOW);
    private static final String SCHEMES = """
            SELECT p.product_id || ' ' || p.scheme FROM product p
            WHERE p.product_id IN (SELECT * FROM jsonb_array_elements_text(CAST(CAST(:products AS text) AS jsonb)))""";
    private static final String VERSIONS = """
            INSERT INTO product_version (product_id, version, sort_key, first_seen)
            SELECT DISTINCT v.product, v.version, v.sort_key, now()
            FROM jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb)) AS v (product text, version text, sort_key text)
            JOIN product p ON p.product_id = v.product WHERE length(v.version) BETWEEN 1 AND 200
            ON CONFLICT (product_id, version) DO NOTHING""";
    private static final String OF_RULES =
            "status, within_turn, across_turns, is_flaky, confidence, counts, votes," + " latest_run, last_measured";
    private static final String UPSERT = """
            INSERT INTO cell (cell_id, cell_key, capability, client_order, backend_order, first_measured, %1$s, %2$s)
            SELECT c.cell_id, e.cell_key, c.capability, c.client_order, c.backend_order, c.first_measured, %3$s, %4$s
            FROM jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb)) AS c (cell_id text, capability text,
                client_order text, backend_order text, status text, within_turn text, across_turns text,
                is_flaky boolean, confidence text, counts jsonb, votes integer, latest_run text,
                first_measured timestamptz, last_measured timestamptz)
            JOIN evidence e ON e.run_id = c.latest_run
            ON CONFLICT (cell_id) DO UPDATE SET (client_order, backend_order, %2$s) =
                ROW (EXCLUDED.client_order, EXCLUDED.backend_order, %5$s),
                first_measured = LEAST(cell.first_measured, EXCLUDED.first_measured)""".formatted(
                    KeyColumns.NAMES,
                    OF_RULES,
                    prefixed("e.", KeyColumns.NAMES),
                    prefixed("c.", OF_RULES),
                    prefixed("EXCLUDED.", OF_RULES));

    private CellWriter() {}

    /// Computes the cells of these keys, whose locks the caller must hold.
    static Uni<Void> recompute(StatelessSession session, Collection<String> keys) {
        return session.createNativeQuery(RECENT, String.class)
                .setParameter("keys", MatrixJsonb.write(keys))
                .getResultList()
                .map(CellWriter::byKey)
                .chain(votes -> write(session, votes));
    }

    private static Map<String, List<EvidenceRow>> byKey(List<String> rows) {
        Map<String, List<EvidenceRow>> byKey = new LinkedHashMap<>();
        for (String json : rows) {
            EvidenceRow row = EvidenceRow.read(json);
            byKey.computeIfAbsent(row.cellKey(), key -> new ArrayList<>()).add(row);
        }
        return byKey;
    }

    private static Uni<Void> write(StatelessSession session, Map<String, List<EvidenceRow>> votes) {
        List<Versioned> versions = votes.values().stream()
                .map(rows -> rows.getFirst().key())
                .flatMap(CellWriter::versions)
                .distinct()
                .toList();
        return schemes(session, versions)
                .call(schemes -> execute(session, VERSIONS, sorted(versions, schemes)))
                .chain(schemes -> execute(session, UPSERT, cells(votes.values(), schemes)));
    }

    private static Stream<Versioned> versions(CellKey key) {
        return Stream.of(key.client(), key.gateway(), key.backend()).flatMap(Optional::stream);
    }

    private static Uni<Map<String, VersionScheme>> schemes(StatelessSession session, List<Versioned> versions) {
        List<String> products = versions.stream()
                .map(versioned -> StoredText.encode(versioned.product()))
                .distinct()
                .toList();
        return session.createNativeQuery(SCHEMES, String.class)
                .setParameter("products", MatrixJsonb.write(products))
                .getResultList()
                .map(CellWriter::schemes);
    }

    private static Map<String, VersionScheme> schemes(List<String> found) {
        Map<String, VersionScheme> schemes = new HashMap<>();
        for (String line : found) {
            String[] parts = line.split(" ");
            schemes.put(StoredText.decode(parts[0]), VersionScheme.valueOf(parts[1]));
        }
        return schemes;
    }

    /// A row of `product_version`.
    private record VersionRow(
            String product,
            String version,
            @JsonProperty("sort_key") String key) {}

    private static List<VersionRow> sorted(List<Versioned> versions, Map<String, VersionScheme> schemes) {
        return versions.stream()
                .map(versioned -> new VersionRow(
                        StoredText.encode(versioned.product()),
                        StoredText.encode(versioned.version()),
                        order(Optional.of(versioned), schemes)))
                .toList();
    }

    private static List<CellRow> cells(Collection<List<EvidenceRow>> votes, Map<String, VersionScheme> schemes) {
        return votes.stream().flatMap(rows -> cells(rows, schemes)).toList();
    }

    private static Stream<CellRow> cells(List<EvidenceRow> rows, Map<String, VersionScheme> schemes) {
        CellKey key = rows.getFirst().key();
        String clientOrder = order(key.client(), schemes);
        String backendOrder = order(key.backend(), schemes);
        return CellRules.cells(key, rows.stream().map(EvidenceRow::toVote).toList()).stream()
                .map(cell -> CellRow.of(cell, clientOrder, backendOrder));
    }

    private static String order(Optional<Versioned> versioned, Map<String, VersionScheme> schemes) {
        return versioned
                .map(some -> schemes.getOrDefault(some.product(), VersionScheme.SEMVER)
                        .order(some.version()))
                .map(StoredText::encode)
                .orElse("");
    }

    private static Uni<Void> execute(StatelessSession session, String sql, Object rows) {
        return session.createNativeQuery(sql)
                .setParameter("rows", MatrixJsonb.write(rows))
                .executeUpdate()
                .replaceWithVoid();
    }

    private static String prefixed(String prefix, String columns) {
        return prefix + String.join(", " + prefix, columns.split(", "));
    }
}
