package dev.throughline.export;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// Writes a table as CSV in UTF-8, with a header line; lines end with CR LF.
///
/// A cell that a spreadsheet would interpret as a formula (it begins with `=`, `+`, `-`, `@`, tab or a line
/// break, or with their full-width forms) is prefixed with an apostrophe, which other readers will see.
/// Source: RFC 4180; OWASP, "CSV Injection".
public final class CsvTable {
    private static final String FORMULA_STARTS = "=+-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20";

    private final StringBuilder out = new StringBuilder();
    private final int columns;

    /// @param header names of the columns
    public CsvTable(List<String> header) {
        columns = header.size();
        write(header);
    }

    /// @param cells one for each column; an empty text for no value
    public CsvTable row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException("a row of " + columns + " cells was expected, found " + cells.size());
        }
        write(cells);
        return this;
    }

    public byte[] bytes() {
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void write(List<String> cells) {
        out.append(cells.stream().map(CsvTable::written).collect(Collectors.joining(",", "", "\r\n")));
    }

    private static String written(String cell) {
        String safe = SafeText.of(cell);
        String tame = isFormula(safe) ? "'" + safe : safe;
        return tame.chars().anyMatch(unit -> ",\"\r\n\t'".indexOf(unit) >= 0)
                ? '"' + tame.replace("\"", "\"\"") + '"'
                : tame;
    }

    private static boolean isFormula(String cell) {
        return !cell.isEmpty() && FORMULA_STARTS.indexOf(cell.charAt(0)) >= 0;
    }
}
