package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// Counts the items of a run: what its statuses and its report are based on. Its size does not depend on the run.
final class ItemTallies {
    private final Map<Category, Map<Scope, Map<Outcome, Integer>>> due = new EnumMap<>(Category.class);
    private final Map<Scope, Map<Outcome, Integer>> signed = new EnumMap<>(Scope.class);
    private final Map<Category, Integer> items = new EnumMap<>(Category.class);
    private final Map<Category, Integer> returned = new EnumMap<>(Category.class);
    private final Set<Category> observed = EnumSet.noneOf(Category.class);
    private final Set<Scope> controlled = EnumSet.noneOf(Scope.class);
    private final BitSet losing = new BitSet();
    private int lost;
    private boolean isAnyAbsent;

    /// Adds all items of some answers.
    void addAll(List<ItemVerdict> verdicts) {
        add(verdicts, _ -> false);
    }

    /// Adds all items of some answers.
    /// @param isSigned whether an item was issued with a signature
    void add(List<ItemVerdict> verdicts, Predicate<ItemVerdict> isSigned) {
        Map<ItemPosition, ItemVerdict> counted = new LinkedHashMap<>();
        Map<ItemPosition, Boolean> intact = new LinkedHashMap<>();
        for (ItemVerdict verdict : verdicts) {
            observed.add(verdict.category());
            isAnyAbsent |= verdict.outcome() == Outcome.TURN_ABSENT;
            if (verdict.outcome() != Outcome.MISSING && verdict.outcome() != Outcome.TURN_ABSENT) {
                controlled.add(verdict.scope());
            }
            if (verdict.due() == Due.MUST) {
                addDue(verdict, isSigned.test(verdict));
            }
            if (verdict.counts()) {
                var item = new ItemPosition(verdict.exchange(), verdict.ordinal());
                counted.putIfAbsent(item, verdict);
                intact.merge(item, verdict.outcome().isIntact(), Boolean::logicalAnd);
            }
        }
        counted.forEach((item, verdict) -> {
            items.merge(verdict.category(), 1, Integer::sum);
            returned.merge(verdict.category(), intact.getOrDefault(item, false) ? 1 : 0, Integer::sum);
        });
    }

    private void addDue(ItemVerdict verdict, boolean isSigned) {
        count(due.computeIfAbsent(verdict.category(), _ -> new EnumMap<>(Scope.class)), verdict);
        if (isSigned && verdict.category() == Category.THINK) {
            count(signed, verdict);
        }
        if (verdict.outcome().isLoss()) {
            lost++;
            losing.set(verdict.observedIn());
            verdict.changes().stream()
                    .filter(span -> span.outcome().isLoss())
                    .forEach(span -> losing.set(span.from(), span.to() + 1));
        }
    }

    private static void count(Map<Scope, Map<Outcome, Integer>> counts, ItemVerdict verdict) {
        counts.computeIfAbsent(verdict.scope(), _ -> new EnumMap<>(Outcome.class))
                .merge(verdict.outcome(), 1, Integer::sum);
    }

    /// The outcomes of the items of some kinds that were due.
    Map<Scope, Map<Outcome, Integer>> due(Set<Category> kinds) {
        Map<Scope, Map<Outcome, Integer>> sum = new EnumMap<>(Scope.class);
        kinds.stream()
                .map(kind -> due.getOrDefault(kind, Map.of()))
                .forEach(counts -> counts.forEach((scope, outcomes) -> {
                    var all = sum.computeIfAbsent(scope, _ -> new EnumMap<>(Outcome.class));
                    outcomes.forEach((outcome, count) -> all.merge(outcome, count, Integer::sum));
                }));
        return sum;
    }

    /// The outcomes of the reasoning that was due and had a signature.
    Map<Scope, Map<Outcome, Integer>> signed() {
        return signed;
    }

    /// Whether anything of an earlier answer was returned: a loss is then an individual loss, not that of
    /// the whole history.
    boolean hasControl(Scope scope) {
        return controlled.contains(scope);
    }

    /// Whether an answer is absent from a request.
    boolean isAnyAbsent() {
        return isAnyAbsent;
    }

    /// @param omitted items that are counted and not listed
    ItemTally tally(int omitted) {
        return new ItemTally(items, returned, observed, lost, VerdictSummary.ranges(losing), omitted);
    }
}
