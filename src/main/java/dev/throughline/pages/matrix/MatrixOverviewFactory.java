package dev.throughline.pages.matrix;

import dev.throughline.matrix.Claim;
import dev.throughline.matrix.Vote;
import dev.throughline.matrix.api.CellMark;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.MatrixCell;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.matrix.api.MatrixTable.Slot;
import dev.throughline.matrix.api.ProductAt;
import dev.throughline.pages.VerdictMark;
import dev.throughline.pages.matrix.MatrixOverview.OverviewRow;
import dev.throughline.pages.matrix.MatrixOverview.ReportLine;
import dev.throughline.pages.matrix.MatrixOverview.Section;
import dev.throughline.pages.matrix.MatrixOverview.VariantMark;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws the newest versions: one row for each version and dialect. Unmodified recipes decide; where there is none,
/// all variants do.
final class MatrixOverviewFactory {
    private static final String TRAFFIC = "Live traffic";
    private static final String PAGE = "/matrix";
    private static final String REPORTED_NOTHING = "untested";

    private MatrixOverviewFactory() {}

    /// @param isTrafficCounted whether live traffic decides like what was measured on purpose
    static List<Section> sections(List<MatrixCell> cells, boolean isTrafficCounted) {
        Map<String, List<MatrixCell>> kinds = new LinkedHashMap<>();
        List.of(
                        "Clients by themselves",
                        "Through a gateway",
                        "With a model server",
                        "Model servers by themselves",
                        TRAFFIC)
                .forEach(kind -> kinds.put(kind, new ArrayList<>()));
        cells.forEach(cell -> Objects.requireNonNull(kinds.get(kind(cell))).add(cell));
        return kinds.entrySet().stream()
                .filter(kind -> !kind.getValue().isEmpty())
                .map(kind -> section(kind.getKey(), title(kind.getKey(), isTrafficCounted), kind.getValue()))
                .toList();
    }

    private static String title(String kind, boolean isTrafficCounted) {
        return kind.equals(TRAFFIC) && !isTrafficCounted ? TRAFFIC + ", not counted" : kind;
    }

    static List<ReportLine> reports(List<Claim> claims) {
        return claims.stream().map(MatrixOverviewFactory::report).toList();
    }

    private static String kind(MatrixCell cell) {
        if (cell.origin() == Vote.Origin.TRAFFIC) {
            return TRAFFIC;
        }
        if (cell.client() == null) {
            return "Model servers by themselves";
        }
        if (cell.gateway() != null) {
            return "Through a gateway";
        }
        return cell.backend() == null ? "Clients by themselves" : "With a model server";
    }

    private static Section section(String kind, String title, List<MatrixCell> cells) {
        Set<Capability> capabilities =
                cells.stream().map(MatrixCell::capability).collect(Collectors.toCollection(TreeSet::new));
        List<OverviewRow> rows = grouped(cells, MatrixOverviewFactory::rowKey).values().stream()
                .map(row -> row(row, capabilities))
                .toList();
        return new Section(
                title,
                kind.toLowerCase(Locale.ROOT).replace(' ', '-'),
                capabilities.stream().map(Capability::name).toList(),
                rows);
    }

    /// The values that the cells of one row have in common.
    static String rowKey(MatrixCell cell) {
        return String.join("\n", CellWords.subject(cell), cell.dialectIn(), through(cell));
    }

    private static String through(MatrixCell cell) {
        ProductAt backend = cell.client() == null ? null : cell.backend();
        return Stream.of(cell.gateway(), backend)
                .filter(Objects::nonNull)
                .map(ProductAt::label)
                .collect(Collectors.joining(" and "));
    }

    private static OverviewRow row(List<MatrixCell> all, Set<Capability> capabilities) {
        MatrixCell first = all.getFirst();
        List<MatrixCell> plain =
                all.stream().filter(cell -> cell.variant().isEmpty()).toList();
        List<MatrixCell> deciding = plain.isEmpty() ? all : plain;
        String product = CellWords.product(first);
        ProductAt side = first.client() == null ? first.backend() : first.client();
        String address = MatrixTable.with(PAGE, first.client() == null ? "product" : "client", product);
        String version = side == null ? "" : side.version();
        String cells = MatrixTable.with(
                MatrixTable.with(MatrixTable.with(address, "dialect", first.dialectIn()), "policy", first.policy()),
                first.client() == null ? "backendVersion" : "clientVersion",
                version);
        return new OverviewRow(
                product,
                address,
                version,
                first.dialectIn(),
                through(first),
                origins(deciding),
                capabilities.stream()
                        .map(capability -> slot(capability, deciding, cells))
                        .toList(),
                variants(all, cells));
    }

    private static Slot slot(Capability capability, List<MatrixCell> cells, String address) {
        List<MatrixCell> about =
                cells.stream().filter(cell -> cell.capability() == capability).toList();
        return new Slot(
                capability.name(),
                worst(about).stream().map(cell -> mark(cell, about, address)).toList());
    }

    private static CellMark mark(MatrixCell worst, List<MatrixCell> about, String address) {
        List<String> notes = new ArrayList<>(CellMark.notes(worst));
        long alike =
                about.stream().filter(cell -> cell.status() == worst.status()).count();
        if (alike < about.size()) {
            notes.add("in " + alike + " of " + about.size() + " settings");
        }
        return new CellMark(
                worst.capability().name(),
                CellWords.words(worst.status()),
                CellWords.glyph(worst.status()),
                CellWords.tone(worst.status()).style(),
                about.size() == 1
                        ? PAGE + "/cells/" + worst.id()
                        : MatrixTable.with(
                                address, "capability", worst.capability().name()),
                CellMark.title(worst),
                notes);
    }

    private static List<MatrixCell> worst(List<MatrixCell> cells) {
        return cells.stream().min(Comparator.comparingInt(cell -> goodness(cell.status()))).stream()
                .toList();
    }

    static int goodness(Status status) {
        return switch (status) {
            case BROKEN -> 0;
            case PARTIAL -> 1;
            case UNSUPPORTED -> 2;
            case PRESERVED -> 3;
            case INCONCLUSIVE, NOT_EXERCISED, ERROR -> 4;
        };
    }

    private static List<VariantMark> variants(List<MatrixCell> cells, String address) {
        Map<String, List<MatrixCell>> variants = cells.stream()
                .filter(cell -> !cell.variant().isEmpty() && cell.capability() == Capability.THINK)
                .collect(Collectors.groupingBy(MatrixCell::variant, TreeMap::new, Collectors.toList()));
        List<VariantMark> marks = new ArrayList<>();
        variants.forEach((name, some) -> marks.add(new VariantMark(
                name,
                MatrixTable.with(address, "variant", name),
                VerdictMark.of(worst(some).getFirst().status()))));
        return marks;
    }

    private static List<String> origins(List<MatrixCell> cells) {
        return cells.stream()
                .map(MatrixCell::origin)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .map(MatrixOverviewFactory::words)
                .toList();
    }

    /// Where something was measured, as the pages call it.
    static String words(Vote.Origin origin) {
        return switch (origin) {
            case HERE -> "measured here";
            case PROJECT -> "by the project";
            case TRAFFIC -> "live traffic";
        };
    }

    private static ReportLine report(Claim claim) {
        return new ReportLine(
                claim.product() + claim.version().map(version -> "@" + version).orElse(""),
                claim.capability().name(),
                claim.status().map(VerdictMark::of).orElse(new VerdictMark(REPORTED_NOTHING, "–", "none")),
                claim.text(),
                claim.reported().toString(),
                claim.source(),
                claim.source().matches("https?://\\S+") ? claim.source() : "");
    }

    private static Map<String, List<MatrixCell>> grouped(List<MatrixCell> cells, Function<MatrixCell, String> key) {
        return cells.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
    }
}
