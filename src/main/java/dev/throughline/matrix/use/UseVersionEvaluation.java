package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.StatusContrast;
import dev.throughline.verdict.Status;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Combines the cells of one version: yes if all of them are preserved, no if one is not.
///
/// Cells whose runs were inconclusive are ignored unless there are no others. A cell that is too old, or
/// has too little confidence, prevents a yes but never causes a no.
record UseVersionEvaluation(Versioned what, List<Cell> cells) {
    private static final Comparator<Cell> WORST_FIRST = Comparator.comparing((Cell cell) -> -badness(cell.status()))
            .thenComparing(Cell::lastMeasured, Comparator.reverseOrder())
            .thenComparing(Cell::id);

    UseVersionEvaluation {
        cells = cells.stream().sorted(WORST_FIRST).toList();
    }

    UseFinding finding(UseLimits limits) {
        List<Cell> voted = cells.stream().filter(cell -> cell.votes() > 0).toList();
        if (voted.isEmpty()) {
            return UseFinding.unknown(nothingConclusive(), cells);
        }
        List<Cell> broken = voted.stream()
                .filter(cell -> cell.status() != Status.PRESERVED)
                .filter(cell -> limits.refusal(what, cell).isEmpty())
                .toList();
        if (!broken.isEmpty()) {
            return UseFinding.no(no(broken.getFirst(), voted), cells);
        }
        Optional<UseReason> refusal = voted.stream()
                .flatMap(cell -> limits.refusal(what, cell).stream())
                .findFirst();
        if (refusal.isPresent()) {
            return UseFinding.unknown(refusal.get(), cells);
        }
        int runs = voted.stream().mapToInt(Cell::votes).sum();
        List<String> fields = voted.stream()
                .map(cell -> cell.key().namedField())
                .filter(field -> !field.isEmpty())
                .distinct()
                .sorted()
                .toList();
        return UseFinding.yes(new UseReason.Measured(what, voted.size(), runs, fields), cells);
    }

    private UseReason no(Cell worst, List<Cell> voted) {
        return worst.flags().contains(Cell.Flag.FLAKY)
                ? new UseReason.Flaky(what, worst.status(), worst.counts())
                : new UseReason.BrokenIn(what, StatusContrast.of(voted), worst);
    }

    private UseReason nothingConclusive() {
        Cell latest =
                cells.stream().max(Comparator.comparing(Cell::lastMeasured)).orElseThrow();
        return new UseReason.NothingConclusive(what, latest.status(), counts(cells));
    }

    /// The worst status that voted; empty if none did.
    Optional<Status> worst() {
        return cells.stream().filter(cell -> cell.votes() > 0).map(Cell::status).findFirst();
    }

    /// Whether every cell that voted is preserved.
    boolean isKept() {
        return worst().equals(Optional.of(Status.PRESERVED));
    }

    String version() {
        return what.version();
    }

    static Map<Status, Integer> counts(List<Cell> cells) {
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        cells.forEach(cell -> cell.counts().forEach((status, runs) -> counts.merge(status, runs, Integer::sum)));
        return counts;
    }

    private static int badness(Status status) {
        return switch (status) {
            case BROKEN -> 6;
            case PARTIAL -> 5;
            case UNSUPPORTED -> 4;
            case PRESERVED -> 3;
            case INCONCLUSIVE -> 2;
            case ERROR -> 1;
            case NOT_EXERCISED -> 0;
        };
    }
}
