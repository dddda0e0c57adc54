package dev.throughline.pages.matrix;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.throughline.client.BundledRecipes;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.api.MatrixPaths;
import dev.throughline.pages.VerdictMark;
import dev.throughline.pages.matrix.MatrixOverview.ReportLine;
import dev.throughline.text.Json;
import dev.throughline.text.Resources;
import dev.throughline.text.Sha256;
import dev.throughline.verdict.Capability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The table with which this project began, each of its rows answered by what the matrix has measured since.
///
/// The rows are in `db/first-matrix.json`; what the table said of each is a claim, everything else is computed.
public record FirstMatrixContent(List<Row> rows) {
    private static final String FILE = "db/first-matrix.json";
    private static final String USUAL_SCENARIO = "tools";
    /// The model of recipes, and the name of its template.
    private static final String USUAL_MODEL = "glm-4.7";
    private static final List<String> TEMPLATES = List.of(USUAL_MODEL, "chatml");

    /// A row of the table.
    ///
    /// @param claim the id of the claim that has what the table said; its version is the row's
    /// @param check the command that measures it, behind `check` and without a version
    record Asked(String name, String claim, String check) {
        /// Whether a version is the row's: the one that it names, or one of the line that it names by `.x`.
        boolean is(String version, Optional<String> named) {
            return name.endsWith(".x")
                    ? named.map(first -> first.substring(0, first.lastIndexOf('.') + 1))
                            .filter(version::startsWith)
                            .isPresent()
                    : named.filter(version::equals).isPresent();
        }
    }

    /// A row with its answer.
    ///
    /// @param address of all that is known of the product
    /// @param then what the table said
    /// @param note why another version than the row's is shown; empty if it was measured
    /// @param versions those of the row, else the oldest measured; and the newest
    /// @param reports what others say of the product, such as its source
    public record Row(
            String name,
            String address,
            ReportLine then,
            String note,
            List<MeasuredVersion> versions,
            List<ReportLine> reports) {}

    /// A version, and whether it returns reasoning, by what that depends on.
    public record MeasuredVersion(String version, List<Result> results) {}

    /// The worst of what was measured in one dialect with one chat template.
    ///
    /// @param setting the dialect, and the template of a server
    /// @param address of the result with its runs
    /// @param command that measures it again
    public record Result(String setting, @JsonIgnore VerdictMark mark, String status, String address, String command) {}

    static FirstMatrixContent of(MatrixSnapshot now, List<Claim> claims) {
        return new FirstMatrixContent(
                asked().stream().map(one -> row(one, now, claims)).toList());
    }

    private static Row row(Asked asked, MatrixSnapshot now, List<Claim> claims) {
        Claim then = claims.stream()
                .filter(claim -> claim.id().equals(asked.claim()))
                .findFirst()
                .orElseThrow();
        String product = then.product();
        List<Cell> cells = now.cells(CellFilter.all().withProduct(product).with(Set.of(Capability.THINK))).stream()
                .filter(cell -> tested(cell.key())
                        .filter(side -> side.product().equals(product))
                        .isPresent())
                .toList();
        List<String> measured = cells.stream()
                .flatMap(cell -> tested(cell.key()).map(Versioned::version).stream())
                .distinct()
                .sorted(now.releases(product).order())
                .toList();
        List<String> own = measured.stream()
                .filter(version -> asked.is(version, then.version()))
                .toList();
        Set<String> shown = new LinkedHashSet<>(own);
        if (!measured.isEmpty()) {
            if (own.isEmpty()) {
                shown.add(measured.getFirst());
            }
            shown.add(measured.getLast());
        }
        return new Row(
                asked.name(),
                MatrixPaths.PAGE + "?product=" + product,
                MatrixOverviewFactory.reports(List.of(then)).getFirst(),
                note(then.version().isPresent() && own.isEmpty(), measured),
                shown.stream().map(version -> version(version, cells, asked)).toList(),
                MatrixOverviewFactory.reports(claims.stream()
                        .filter(claim -> claim.product().equals(product) && !claim.equals(then))
                        .toList()));
    }

    private static String note(boolean isOther, List<String> measured) {
        if (measured.isEmpty()) {
            return "No version has been measured.";
        }
        return isOther ? "This version was not measured; the oldest that was is " + measured.getFirst() + "." : "";
    }

    private static MeasuredVersion version(String version, List<Cell> cells, Asked asked) {
        Map<String, List<Cell>> settings = cells.stream()
                .filter(cell -> tested(cell.key())
                        .filter(side -> side.version().equals(version))
                        .isPresent())
                .collect(Collectors.groupingBy(
                        cell -> setting(cell.key()), TreeMap::new, Collectors.toCollection(ArrayList::new)));
        return new MeasuredVersion(
                version,
                settings.entrySet().stream()
                        .map(one -> result(one.getKey(), one.getValue(), version, asked))
                        .toList());
    }

    /// An unmodified recipe decides; where there is none, all variants do.
    private static Result result(String setting, List<Cell> cells, String version, Asked asked) {
        List<Cell> plain =
                cells.stream().filter(cell -> cell.key().variant().isEmpty()).toList();
        Cell worst = (plain.isEmpty() ? cells : plain)
                .stream()
                        .min(Comparator.comparingInt((Cell cell) -> MatrixOverviewFactory.goodness(cell.status()))
                                .thenComparing(cell -> !cell.key().scenario().equals(USUAL_SCENARIO))
                                .thenComparing(Cell::id))
                        .orElseThrow();
        VerdictMark mark = VerdictMark.of(worst.status());
        String address = MatrixPaths.PAGE + "/cells/" + worst.id();
        return new Result(setting, mark, worst.status().name(), address, command(worst.key(), version, asked));
    }

    private static String setting(CellKey key) {
        String template = template(key)
                .map(name -> "template " + name)
                .orElse(
                        key.template().isEmpty()
                                ? ""
                                : "template " + key.template().substring(0, 8));
        return key.dialectIn().id() + (template.isEmpty() ? "" : ", " + template);
    }

    private static Optional<String> template(CellKey key) {
        return TEMPLATES.stream()
                .filter(name -> BundledRecipes.text(name + ".jinja")
                        .filter(text -> Sha256.hex(text).equals(key.template()))
                        .isPresent())
                .findFirst();
    }

    private static String command(CellKey key, String version, Asked asked) {
        String program = "throughline check ";
        if (key.client().isPresent()) {
            return program + asked.check() + "@" + version + " --dialect "
                    + key.dialectIn().id()
                    + option("variant", key.variant(), "")
                    + option("model", key.model(), USUAL_MODEL)
                    + option("scenario", key.scenario(), USUAL_SCENARIO)
                    + option("reasoning-field", key.reasoningField(), "");
        }
        // Builds of llama.cpp are versions that a server reported of itself; packages of it have numbers.
        boolean isStarted = Character.isDigit(version.charAt(0))
                && BundledRecipes.SERVERS.contains(asked.check().replaceFirst(".* ", ""));
        return isStarted
                ? program + asked.check() + "@" + version
                        + option("template", template(key).orElse(""), USUAL_MODEL)
                : program + "backend --url http://HOST:PORT";
    }

    private static String option(String name, String value, String usual) {
        return value.isEmpty() || value.equals(usual) ? "" : " --" + name + " " + value;
    }

    /// The subject of a cell: the client alone, or the server alone.
    private static Optional<Versioned> tested(CellKey key) {
        return key.gateway().isPresent()
                        || key.client().isPresent() && key.backend().isPresent()
                ? Optional.empty()
                : key.client().or(key::backend);
    }

    private static List<Asked> asked() {
        try {
            return List.of(Json.RECORDS.readValue(Resources.bytes(FILE), Asked[].class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
