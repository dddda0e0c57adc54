package dev.throughline.matrix.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.RescoreSummary.CellChange;
import dev.throughline.text.Json;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// The stored cells of some combinations, by id, read within a transaction. Damaged cells are ignored.
record StoredCells(Map<String, Cell> byId) {
    private static final String READ = """
            SELECT CAST(to_jsonb(c) AS text) FROM cell c
            WHERE cell_key IN (SELECT * FROM jsonb_array_elements_text(CAST(CAST(:keys AS text) AS jsonb)))""";

    static Uni<StoredCells> read(StatelessSession session, Collection<String> keys) {
        return session.createNativeQuery(READ, String.class)
                .setParameter("keys", MatrixJsonb.write(keys))
                .getResultList()
                .map(StoredCells::of);
    }

    /// The cells that differ in a later state.
    List<CellChange> changes(StoredCells later) {
        TreeSet<String> ids = new TreeSet<>(byId.keySet());
        ids.addAll(later.byId.keySet());
        List<CellChange> changes = new ArrayList<>();
        for (String id : ids) {
            var change = new CellChange(Optional.ofNullable(byId.get(id)), Optional.ofNullable(later.byId.get(id)));
            if (!change.before().equals(change.after())) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static StoredCells of(List<String> rows) {
        Map<String, Cell> cells = new HashMap<>();
        for (String row : rows) {
            cell(row).ifPresent(cell -> cells.put(cell.id(), cell));
        }
        return new StoredCells(cells);
    }

    private static Optional<Cell> cell(String row) {
        try {
            JsonNode tree = Json.RECORDS.readTree(row);
            return Optional.of(CellColumns.read(tree));
        } catch (IOException | IllegalArgumentException | IllegalStateException _) {
            return Optional.empty();
        }
    }
}
