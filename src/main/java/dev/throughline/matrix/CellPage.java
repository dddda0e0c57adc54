package dev.throughline.matrix;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A page of cells in matrix order: by client, its newer versions first, then by id.
///
/// @param next where to continue; empty at the end
public record CellPage(List<Cell> cells, Optional<Cursor> next) {
    public CellPage {
        cells = List.copyOf(cells);
    }

    /// The position of a cell in the order.
    /// @param clientOrder the sort key of its client's version
    public record Cursor(String client, String clientOrder, String cell) {
        /// Matrix order.
        public static final Comparator<Cursor> ORDER = Comparator.comparing(Cursor::client)
                .thenComparing(Cursor::clientOrder, Comparator.reverseOrder())
                .thenComparing(Cursor::cell);

        private static final String BETWEEN = "\n";

        /// The position as a text that can be used in a URL.
        public String text() {
            String plain = String.join(BETWEEN, cell, clientOrder, client);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
        }

        /// Parses a position written by `text`; empty if the text is not one.
        public static Optional<Cursor> parse(String text) {
            try {
                String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
                String[] parts = plain.split(BETWEEN, 3);
                return parts.length == 3 && plain.indexOf('\u0000') < 0
                        ? Optional.of(new Cursor(parts[2], parts[1], parts[0]))
                        : Optional.empty();
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
    }
}
