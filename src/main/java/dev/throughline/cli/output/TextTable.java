package dev.throughline.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A plain text table with columns as wide as necessary; columns without values are omitted.
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(List<String> header) {
        rows.add(header.stream().map(String::toUpperCase).toList());
    }

    /// Adds a row.
    /// @param cells one for each column
    public void add(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    public String text() {
        List<Integer> used = IntStream.range(0, rows.getFirst().size())
                .filter(column ->
                        rows.stream().skip(1).anyMatch(row -> !row.get(column).isEmpty()))
                .boxed()
                .toList();
        int[] widths = widths();
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            used.forEach(column ->
                    line.append(padded(row.get(column), widths[column])).append("  "));
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.getFirst().size()];
        rows.forEach(row -> Arrays.setAll(
                widths, column -> Math.max(widths[column], row.get(column).length())));
        return widths;
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - cell.length());
    }
}
