package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.use.UseAnswer.Notice;
import dev.throughline.matrix.use.UseAnswer.Role;
import dev.throughline.matrix.use.UseAnswer.Row;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Collects the notices about an answer.
/// @param rows the cells behind the answer
record UseNotices(UseQuestion question, UseEvidence evidence, List<Row> rows) {
    List<Notice> all() {
        List<Notice> notices = new ArrayList<>();
        combined().ifPresent(notices::add);
        apart().ifPresent(notices::add);
        gateway().ifPresent(notices::add);
        noVote().ifPresent(notices::add);
        packages().ifPresent(notices::add);
        variants().forEach(notices::add);
        traffic().ifPresent(notices::add);
        stale().ifPresent(notices::add);
        claims().forEach(notices::add);
        return notices;
    }

    private Optional<Notice> traffic() {
        long beside = cells(Role.TRAFFIC).size();
        return beside == 0
                ? Optional.empty()
                : Optional.of(new Notice(
                        Notice.Kind.TRAFFIC,
                        beside + (beside == 1 ? " cell" : " cells")
                                + " of live traffic of this version are listed and do not count."));
    }

    private Optional<Notice> combined() {
        List<Cell> matches = cells(Role.MATCH);
        if (matches.size() <= question.capabilities().size()) {
            return Optional.empty();
        }
        String axes = Stream.of(
                        axis("dialects", matches, cell -> cell.key().dialectIn().id()),
                        axis("models", matches, cell -> cell.key().model()),
                        axis(
                                "streaming",
                                matches,
                                cell -> cell.key().streaming().name()),
                        axis("scenarios", matches, cell -> cell.key().scenario()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        return Optional.of(new Notice(
                Notice.Kind.COMBINED,
                matches.size() + " cells match" + (axes.isEmpty() ? "" : " (" + axes + ")")
                        + "; yes only if all are preserved, no if one is not."));
    }

    private static String axis(String name, List<Cell> cells, Function<Cell, String> value) {
        TreeSet<String> values = cells.stream().map(value).collect(Collectors.toCollection(TreeSet::new));
        return values.size() < 2
                ? ""
                : name + " "
                        + values.stream()
                                .map(text -> text.isEmpty() ? "(none)" : text)
                                .collect(Collectors.joining(", "));
    }

    private Optional<Notice> apart() {
        return question.backend()
                .filter(_ -> cells(Role.MATCH).stream()
                        .noneMatch(cell -> cell.key().backend().isPresent()))
                .map(backend -> new Notice(
                        Notice.Kind.NOT_MEASURED_TOGETHER,
                        question.client().label() + " and " + backend.label()
                                + " were not measured together; each must preserve reasoning on its own."));
    }

    private Optional<Notice> gateway() {
        return question.gateway()
                .map(gateway -> new Notice(
                        Notice.Kind.THROUGH_GATEWAY,
                        "Only what was measured through " + gateway.label()
                                + " counts: what reached the backend behind it."));
    }

    private Optional<Notice> noVote() {
        long without =
                cells(Role.MATCH).stream().filter(cell -> cell.votes() == 0).count();
        return without == 0 || without == cells(Role.MATCH).size()
                ? Optional.empty()
                : Optional.of(new Notice(
                        Notice.Kind.NO_VOTE, without + " of the matching cells have only inconclusive runs."));
    }

    private Optional<Notice> packages() {
        String packages = cells(Role.MATCH).stream()
                .map(cell -> cell.key().sdk())
                .filter(sdk -> !sdk.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining("; "));
        return packages.isEmpty()
                ? Optional.empty()
                : Optional.of(new Notice(
                        Notice.Kind.PACKAGES,
                        "Measured with the packages " + packages + "; other versions of them may differ."));
    }

    private Stream<Notice> variants() {
        return rows.stream()
                .filter(row -> row.role() == Role.VARIANT)
                .map(Row::cell)
                .map(cell -> (cell.key().variant().isEmpty()
                                ? "Without a variant"
                                : "With variant " + cell.key().variant())
                        + (cell.key().reasoningField().isEmpty()
                                ? ""
                                : ", with reasoning offered as " + cell.key().reasoningField())
                        + (cell.key().model().isEmpty()
                                ? ""
                                : " (model " + cell.key().model() + ")")
                        + ", " + cell.key().dialectIn().id() + ", " + cell.capability() + " is " + cell.status() + ".")
                .distinct()
                .map(text -> new Notice(Notice.Kind.VARIANT, text));
    }

    private Optional<Notice> stale() {
        return rows.stream()
                        .filter(row -> row.role() != Role.VARIANT)
                        .anyMatch(row -> row.cell().flags().contains(Cell.Flag.STALE))
                ? Optional.of(new Notice(
                        Notice.Kind.STALE, "Measured long ago, or before a newer release; measure again to be sure."))
                : Optional.empty();
    }

    private Stream<Notice> claims() {
        return evidence.claims().stream()
                .filter(claim -> question.capabilities().contains(claim.capability()))
                .filter(claim -> subjects().anyMatch(claim::concerns))
                .map(this::notice);
    }

    private Notice notice(Claim claim) {
        boolean isContradicted = rows.stream()
                .filter(row -> row.role() == Role.MATCH || row.role() == Role.BACKEND)
                .anyMatch(row -> claim.isContradictedBy(row.cell()));
        String what =
                claim.product() + claim.version().map(version -> " " + version).orElse("");
        String text = "Reported on " + claim.reported() + ": " + what + " "
                + claim.status().map(Status::name).orElse("untested") + ". " + claim.text() + " Source: "
                + claim.source() + ".";
        return isContradicted
                ? new Notice(Notice.Kind.DISPUTED, text + " The measurements contradict this.")
                : new Notice(Notice.Kind.CLAIM, text);
    }

    private Stream<Versioned> subjects() {
        return Stream.concat(Stream.of(question.client()), question.backend().stream());
    }

    private List<Cell> cells(Role role) {
        return rows.stream().filter(row -> row.role() == role).map(Row::cell).toList();
    }
}
