package dev.throughline.matrix.api;

import dev.throughline.text.UrlText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Cells as tables for people: one for each product, a row for each version and configuration, a column for each
/// capability.
///
/// @param next address of the next page, empty on the last
public record MatrixTable(List<ProductTable> products, String next) {
    /// Rows of all products.
    public List<Capability> capabilities() {
        return products.stream()
                .flatMap(product -> product.capabilities().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /// The rows of a product.
    ///
    /// @param address of the product alone
    /// @param common what is the same in all rows
    /// @param claims what others reported about it
    public record ProductTable(
            String name,
            String anchor,
            String address,
            String common,
            List<Capability> capabilities,
            List<Row> rows,
            List<String> claims) {}

    /// A version with a configuration.
    /// @param settings those that differ between rows
    /// @param slots one for each capability
    public record Row(boolean isKept, String version, List<String> settings, List<Slot> slots) {}

    /// The cells of a row for one capability.
    public record Slot(String capability, List<CellMark> cells) {}

    /// @param base address of the matrix: `/matrix`, or the absolute one
    public static MatrixTable of(MatrixPage page, String base) {
        Map<String, List<MatrixCell>> products = grouped(page.cells(), CellWords::product);
        List<ProductTable> tables = new ArrayList<>();
        products.forEach((product, cells) -> tables.add(product(product, cells, base)));
        return new MatrixTable(tables, page.next() == null ? "" : with(page.page(), "cursor", page.next()));
    }

    /// The cells of each row of a table, by product, in their order.
    public static List<List<MatrixCell>> rows(List<MatrixCell> cells) {
        return grouped(cells, CellWords::product).values().stream()
                .flatMap(product -> grouped(product, MatrixTable::rowKey).values().stream())
                .toList();
    }

    private static String rowKey(MatrixCell cell) {
        return CellWords.subject(cell) + CellWords.setting(cell);
    }

    /// An address with a query parameter added or replaced.
    public static String with(String address, String name, String value) {
        return without(address, name)
                + (without(address, name).contains("?") ? "&" : "?")
                + name
                + "="
                + UrlText.query(value);
    }

    /// An address without a query parameter.
    public static String without(String address, String name) {
        return address.replaceAll("([?&])" + name + "=[^&]*&?", "$1").replaceFirst("[?&]$", "");
    }

    private static ProductTable product(String product, List<MatrixCell> cells, String base) {
        Set<String> common = new LinkedHashSet<>(CellWords.settings(cells.getFirst()));
        cells.forEach(cell -> common.retainAll(CellWords.settings(cell)));
        Set<Capability> capabilities =
                cells.stream().map(MatrixCell::capability).collect(Collectors.toCollection(TreeSet::new));
        List<Row> rows = grouped(cells, MatrixTable::rowKey).values().stream()
                .map(row -> row(row, common, capabilities, base))
                .toList();
        Set<String> claims = cells.stream()
                .flatMap(cell -> cell.claims().stream().map(CellWords::claim))
                .collect(Collectors.toCollection(TreeSet::new));
        return new ProductTable(
                product,
                "product-" + product.replaceAll("[^A-Za-z0-9._-]", "-"),
                with(base, cells.getFirst().client() == null ? "product" : "client", product),
                String.join(", ", common),
                List.copyOf(capabilities),
                rows,
                List.copyOf(claims));
    }

    private static Row row(List<MatrixCell> cells, Set<String> common, Set<Capability> capabilities, String base) {
        return new Row(
                cells.stream().noneMatch(cell -> isLost(cell.status())),
                version(cells.getFirst()),
                CellWords.settings(cells.getFirst()).stream()
                        .filter(part -> !common.contains(part))
                        .toList(),
                capabilities.stream()
                        .map(capability -> new Slot(
                                capability.name(),
                                cells.stream()
                                        .filter(cell -> cell.capability() == capability)
                                        .map(cell -> CellMark.of(cell, base))
                                        .toList()))
                        .toList());
    }

    private static Map<String, List<MatrixCell>> grouped(List<MatrixCell> cells, Function<MatrixCell, String> key) {
        return cells.stream().collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    private static boolean isLost(Status status) {
        return switch (status) {
            case PRESERVED, NOT_EXERCISED -> false;
            case PARTIAL, BROKEN, INCONCLUSIVE, UNSUPPORTED, ERROR -> true;
        };
    }

    private static String version(MatrixCell cell) {
        ProductAt side = cell.client() == null ? cell.backend() : cell.client();
        return side == null ? "" : side.version();
    }
}
