package dev.throughline.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A plain text table with columns as wide as necessary; columns without values are omitted.
///
/// One that is wider than 100 characters says in a line above it what all of its rows have in common; where that is not
/// enough, the columns on the right continue on a second, indented line of each row.
public final class TextTable {
    private static final int WIDEST = 100;
    private static final String INDENT = "    ";

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
        int[] widths = widths();
        List<Integer> used = columns(column -> values(column).anyMatch(value -> !value.isEmpty()));
        List<Integer> differing = columns(
                column -> used.contains(column) && values(column).distinct().count() > 1);
        boolean isFolded =
                rows.size() > 2 && !differing.isEmpty() && lines(used, widths).size() > 1;
        List<List<Integer>> lines = lines(isFolded ? differing : used, widths);
        return (isFolded ? common(used, differing) : "")
                + rows.stream()
                        .flatMap(row -> IntStream.range(0, lines.size())
                                .mapToObj(line -> (line == 0 ? "" : INDENT) + text(row, lines.get(line), widths)))
                        .map(line -> line.stripTrailing() + "\n")
                        .collect(Collectors.joining());
    }

    private List<Integer> columns(Predicate<Integer> condition) {
        return IntStream.range(0, rows.getFirst().size())
                .boxed()
                .filter(condition)
                .toList();
    }

    private Stream<String> values(int column) {
        return rows.stream().skip(1).map(row -> row.get(column));
    }

    /// As many columns on each line as there is room for, at least one.
    private static List<List<Integer>> lines(List<Integer> columns, int[] widths) {
        List<List<Integer>> lines = new ArrayList<>(List.of(new ArrayList<>()));
        int end = 0;
        for (int column : columns) {
            if (end + widths[column] > WIDEST && !lines.getLast().isEmpty()) {
                lines.add(new ArrayList<>());
                end = INDENT.length();
            }
            lines.getLast().add(column);
            end += widths[column] + 2;
        }
        return lines;
    }

    /// The columns in which all rows agree, as lines of names and values; empty for none.
    private String common(List<Integer> used, List<Integer> differing) {
        var text = new StringBuilder();
        int end = 0;
        for (int column : used) {
            if (differing.contains(column)) {
                continue;
            }
            String fact = rows.getFirst().get(column) + " " + rows.getLast().get(column);
            boolean isNext = end > 0 && end + fact.length() + 3 > WIDEST;
            text.append(end == 0 ? "" : isNext ? "\n" : "   ").append(fact);
            end = isNext || end == 0 ? fact.length() : end + 3 + fact.length();
        }
        return text.isEmpty() ? "" : text + "\n\n";
    }

    private static String text(List<String> row, List<Integer> columns, int[] widths) {
        return columns.stream()
                .map(column -> padded(row.get(column), widths[column]))
                .collect(Collectors.joining("  "));
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
