package dev.throughline.matrix.store;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage.Cursor;
import dev.throughline.store.StoredText;
import io.vertx.sqlclient.Row;

/// A cell without the flags that depend on the time of reading, with its position.
record UnflaggedCell(Cell cell, Cursor place) {
    static UnflaggedCell of(Row row) {
        Cell cell = CellColumns.read(row);
        return new UnflaggedCell(
                cell,
                new Cursor(
                        cell.key().client().map(Versioned::product).orElse(""),
                        StoredText.decode(row.getString("client_order")),
                        cell.id()));
    }
}
