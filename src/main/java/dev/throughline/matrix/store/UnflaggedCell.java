package dev.throughline.matrix.store;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Row;

/// A cell without the flags that depend on the time of reading, with its position.
/// @param clientOrder sort key of the client's version
/// @param backendOrder sort key of the backend's version
record UnflaggedCell(Cell cell, String clientOrder, String backendOrder) {
    static UnflaggedCell of(Row row) {
        return new UnflaggedCell(
                CellColumns.read(row),
                StoredText.decode(row.getString("client_order")),
                StoredText.decode(row.getString("backend_order")));
    }

    /// The sort key of the cell's subject.
    String testedOrder() {
        return cell.key().client().isPresent() ? clientOrder : backendOrder;
    }

    Cursor place() {
        return new Cursor(cell.key().client().map(Versioned::product).orElse(""), clientOrder, cell.id());
    }
}
