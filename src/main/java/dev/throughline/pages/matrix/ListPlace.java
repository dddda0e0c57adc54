package dev.throughline.pages.matrix;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a page of a list of cells begins.
///
/// @param cursor of the cells that are read, null for the first
/// @param rows how many rows of them were shown
record ListPlace(@Nullable String cursor, int rows) {
    private static final String BETWEEN = ".";

    /// The place as a query parameter.
    String text() {
        return (cursor == null ? "" : cursor) + (rows == 0 ? "" : BETWEEN + rows);
    }

    /// Parses what `text` wrote; empty if it is not one.
    static Optional<ListPlace> parse(String text) {
        int end = text.indexOf(BETWEEN);
        String rows = end < 0 ? "0" : text.substring(end + 1);
        String cursor = end < 0 ? text : text.substring(0, end);
        return rows.matches("\\d{1,6}")
                ? Optional.of(new ListPlace(cursor.isEmpty() ? null : cursor, Integer.parseInt(rows)))
                : Optional.empty();
    }
}
