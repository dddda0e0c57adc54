package dev.throughline.pages.matrix;

import dev.throughline.matrix.CellPage.Cursor;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Where a page of the overview begins.
///
/// @param after the last product of the page before, for reports how many were shown; empty at the start of the part
record OverviewPlace(Part part, Optional<String> after) {
    static final OverviewPlace START = new OverviewPlace(Part.CLIENTS);
    private static final String BETWEEN = ":";
    private static final String BEHIND_EVERY_CELL = "zzzz";

    OverviewPlace(Part part) {
        this(part, Optional.empty());
    }

    OverviewPlace(Part part, String after) {
        this(part, Optional.of(after));
    }

    /// The parts in their order.
    enum Part {
        CLIENTS,
        SERVERS,
        TRAFFIC,
        REPORTS;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The place as a query parameter.
    String text() {
        return part.word() + BETWEEN + after.map(name -> BETWEEN + name).orElse("");
    }

    /// Parses what `text` wrote; empty if it is anything else, such as a position in a list of cells.
    static Optional<OverviewPlace> parse(String text) {
        int end = text.indexOf(BETWEEN);
        if (end < 0) {
            return Optional.empty();
        }
        Optional<String> after = Optional.of(text.substring(end + 1))
                .filter(rest -> rest.startsWith(BETWEEN))
                .map(rest -> rest.substring(1));
        return Arrays.stream(Part.values())
                .filter(part -> part.word().equals(text.substring(0, end)))
                .map(part -> new OverviewPlace(part, after))
                .filter(place -> place.part != Part.REPORTS || after.orElse("0").matches("\\d{1,6}"))
                .findFirst();
    }

    /// The position of cells by client: behind all cells of the last product. Cells without a client are no clients.
    Optional<Cursor> cursor() {
        return switch (part) {
            case CLIENTS -> Optional.of(behind(after.orElse("")));
            case TRAFFIC -> after.map(OverviewPlace::behind);
            case SERVERS, REPORTS -> Optional.empty();
        };
    }

    private static Cursor behind(String client) {
        return new Cursor(client, "", BEHIND_EVERY_CELL);
    }
}
