package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.NewestPackages;
import dev.throughline.matrix.ReleaseHistory;
import dev.throughline.matrix.use.UseAnswer.Part;
import dev.throughline.matrix.use.UseAnswer.Role;
import dev.throughline.matrix.use.UseAnswer.Row;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Answers "can I use it?" from measurements.
///
/// For a yes, every matching cell must be preserved, over all dialects, models and kinds of streaming that
/// the question leaves open; one that is not makes it a no. Without cells of the version itself, the
/// nearest measured versions of its release line decide if `ReleaseHistory` lets them. With a backend, cells of the
/// pair count if there are any; otherwise the client and the backend must both preserve reasoning by themselves. Claims
/// never count. Live traffic is listed, and counts only if the question says so.
public final class CanIUse {
    private final UseQuestion question;
    private final UseEvidence evidence;
    private final UseLimits limits;

    private CanIUse(UseQuestion question, UseEvidence evidence) {
        this.question = question;
        this.evidence = evidence;
        this.limits = new UseLimits(question.maxAge(), question.minConfidence(), evidence.now());
    }

    public static UseAnswer answer(UseQuestion question, UseEvidence evidence) {
        return new CanIUse(question.withNewestGateway(evidence.counted(question)), evidence).answer();
    }

    private UseAnswer answer() {
        List<Part> parts = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (Capability capability : question.capabilities()) {
            UseFinding found = finding(capability);
            parts.add(new Part(capability, found.answer(), found.reason()));
            rows.addAll(found.rows());
            variants(capability).forEach(cell -> rows.add(new Row(cell, Role.VARIANT)));
            evidence.cells().stream()
                    .filter(cell -> question.isTrafficBeside(cell, capability))
                    .forEach(cell -> rows.add(new Row(cell, Role.TRAFFIC)));
        }
        Part decisive =
                parts.stream().max(Comparator.comparingInt(CanIUse::weight)).orElseThrow();
        return new UseAnswer(
                decisive.answer(),
                decisive.reason(),
                parts,
                counts(rows),
                new UseNotices(question, evidence, rows).all(),
                rows);
    }

    private UseFinding finding(Capability capability) {
        List<Cell> ofClient = NewestPackages.of(evidence.counted(question).stream()
                .filter(cell -> question.concernsClient(cell, capability))
                .filter(question::isUsual)
                .toList());
        if (question.backend().isEmpty()) {
            return client(ofClient, capability);
        }
        List<Cell> together = ofClient.stream().filter(this::isOfBoth).toList();
        if (!together.isEmpty()) {
            return new UseVersionEvaluation(question.client(), together).finding(limits);
        }
        return client(ofClient, capability)
                .and(backend(question.backend().get(), capability).as(Role.BACKEND));
    }

    private UseFinding client(List<Cell> cells, Capability capability) {
        List<Cell> byItself =
                cells.stream().filter(cell -> cell.key().backend().isEmpty()).toList();
        return versions(
                        question.client(),
                        evidence.clientReleases(),
                        byItself,
                        cell -> cell.key().client(),
                        capability)
                .finding();
    }

    private UseFinding backend(Versioned backend, Capability capability) {
        List<Cell> byItself = evidence.counted(question).stream()
                .filter(cell -> question.concernsBackend(cell, capability))
                .toList();
        return versions(
                        backend,
                        evidence.backendReleases(),
                        byItself,
                        cell -> cell.key().backend(),
                        capability)
                .finding();
    }

    private UseProductEvaluation versions(
            Versioned what,
            ReleaseHistory releases,
            List<Cell> cells,
            Function<Cell, Optional<Versioned>> side,
            Capability capability) {
        List<Claim> claims = evidence.claims().stream()
                .filter(claim -> claim.capability() == capability && claim.concerns(what))
                .toList();
        return new UseProductEvaluation(
                what, releases, cells, cell -> side.apply(cell).orElseThrow().version(), claims, limits);
    }

    private boolean isOfBoth(Cell cell) {
        return cell.key().client().equals(Optional.of(question.client()))
                && cell.key().backend().equals(question.backend());
    }

    /// The version itself with other variants of the recipe, or with reasoning in another field.
    private List<Cell> variants(Capability capability) {
        return NewestPackages.of(evidence.counted(question)).stream()
                .filter(cell -> question.concernsClient(cell, capability))
                .filter(cell -> cell.key().client().equals(Optional.of(question.client())))
                .filter(cell -> cell.key().backend().isEmpty())
                .filter(cell -> !question.isUsual(cell) && cell.votes() > 0)
                .toList();
    }

    private static int weight(Part part) {
        return part.answer().map(isYes -> isYes ? 0 : 2).orElse(1);
    }

    private static Map<Status, Integer> counts(List<Row> rows) {
        return UseVersionEvaluation.counts(rows.stream()
                .filter(row -> row.role() == Role.MATCH || row.role() == Role.BACKEND)
                .map(Row::cell)
                .toList());
    }
}
