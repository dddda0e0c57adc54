package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Counts the items of a run: what its statuses and its report are based on. Its size does not depend on the run.
final class ItemTallies {
    private final Map<Key, Integer> counts = new HashMap<>();
    private final BitSet losing = new BitSet();
    private final BitSet leftOut = new BitSet();
    private boolean isOtherAbsent;
    private boolean isOtherThere;

    /// The unit of counting.
    private enum Kind {
        /// Items that had to be returned, by kind, scope and outcome.
        DUE,
        /// Reasoning that had to be returned and was issued with a signature, by scope and outcome.
        SIGNED,
        /// Items that had to be returned and whose turn was present, each once, by kind.
        ITEM,
        /// Items that were returned whole, by kind.
        RETURNED,
        /// Items that any request had to carry, by kind.
        OBSERVED,
        /// Items of which something was returned, by scope.
        CONTROL,
        /// Items whose turn was absent from a request.
        ABSENT,
        /// Items that were lost.
        LOST,
        /// Outputs that no result in their request shows to have been printed, each once.
        UNPRINTED,
        /// Inputs of calls that came back with their keys in another order, each once.
        REKEYED,
        /// Verdicts: items, each once for each scope.
        VERDICT
    }

    private record Key(
            Kind kind,
            @Nullable Category category,
            @Nullable Scope scope,
            @Nullable Outcome outcome) {}

    /// Adds all items of one answer.
    /// @param signed what became of the signature of an item; empty if none was issued
    void add(List<ItemVerdict> verdicts, Function<ItemVerdict, Optional<Outcome>> signed) {
        Map<ItemPosition, ItemVerdict> counted = new LinkedHashMap<>();
        Map<ItemPosition, Boolean> intact = new LinkedHashMap<>();
        Set<ItemPosition> noted = new HashSet<>();
        addAcross(verdicts);
        for (ItemVerdict verdict : verdicts) {
            count(new Key(Kind.VERDICT, null, null, null));
            count(new Key(Kind.OBSERVED, verdict.category(), null, null));
            if (verdict.outcome() == Outcome.TURN_ABSENT) {
                count(new Key(Kind.ABSENT, null, null, null));
            }
            if (verdict.outcome() != Outcome.MISSING && verdict.outcome() != Outcome.TURN_ABSENT) {
                count(new Key(Kind.CONTROL, null, verdict.scope(), null));
            }
            var item = new ItemPosition(verdict.exchange(), verdict.ordinal());
            if (verdict.due() == Due.MUST) {
                addDue(verdict, signed.apply(verdict));
                note(verdict).filter(_ -> noted.add(item)).ifPresent(kind -> count(new Key(kind, null, null, null)));
            }
            if (verdict.counts()) {
                counted.putIfAbsent(item, verdict);
                intact.merge(item, verdict.outcome().isIntact(), Boolean::logicalAnd);
            }
        }
        counted.forEach((item, verdict) -> {
            count(new Key(Kind.ITEM, verdict.category(), null, null));
            if (intact.getOrDefault(item, false)) {
                count(new Key(Kind.RETURNED, verdict.category(), null, null));
            }
        });
    }

    private void addAcross(List<ItemVerdict> verdicts) {
        List<ItemVerdict> across = verdicts.stream()
                .filter(one -> one.scope() == Scope.ACROSS_TURNS)
                .toList();
        if (across.isEmpty()) {
            return;
        }
        boolean isAbsent = across.stream().anyMatch(one -> one.outcome() == Outcome.TURN_ABSENT);
        boolean hasCall = across.stream().anyMatch(one -> one.category() == Category.TOOL_ID);
        if (isAbsent && hasCall) {
            leftOut.set(across.getFirst().exchange());
        } else if (!hasCall) {
            isOtherAbsent |= isAbsent;
            isOtherThere |= !isAbsent;
        }
    }

    /// The answers with tool calls that are absent from later turns, where those without calls are there.
    BitSet leftOut() {
        return isOtherThere && !isOtherAbsent ? leftOut : new BitSet();
    }

    /// A note about an item that was not lost.
    private static Optional<Kind> note(ItemVerdict verdict) {
        return switch (verdict.category()) {
            case TOOL_OUT -> Optional.of(Kind.UNPRINTED).filter(_ -> verdict.outcome() == Outcome.NOT_DUE);
            case TOOL_IN ->
                Optional.of(Kind.REKEYED)
                        .filter(_ -> verdict.outcome() == Outcome.EXACT
                                && verdict.reason().isPresent());
            case THINK, CONTENT, TOOL_ID -> Optional.empty();
        };
    }

    private void addDue(ItemVerdict verdict, Optional<Outcome> signature) {
        if (verdict.outcome() == Outcome.NOT_DUE) {
            return;
        }
        count(new Key(Kind.DUE, verdict.category(), verdict.scope(), verdict.outcome()));
        if (verdict.category() == Category.THINK) {
            signature.ifPresent(outcome -> count(new Key(Kind.SIGNED, null, verdict.scope(), outcome)));
        }
        if (verdict.outcome().isLoss()) {
            count(new Key(Kind.LOST, null, null, null));
            losing.set(verdict.observedIn());
            verdict.changes().stream()
                    .filter(span -> span.outcome().isLoss())
                    .forEach(span -> losing.set(span.from(), span.to() + 1));
        }
    }

    private void count(Key key) {
        counts.merge(key, 1, Integer::sum);
    }

    private int count(Kind kind) {
        return counts.getOrDefault(new Key(kind, null, null, null), 0);
    }

    /// The outcomes of the items of some kinds that were due.
    Map<Scope, Map<Outcome, Integer>> due(Set<Category> kinds) {
        return outcomes(key -> key.kind() == Kind.DUE && kinds.contains(key.category()));
    }

    /// The outcomes of the reasoning that was due and had a signature.
    Map<Scope, Map<Outcome, Integer>> signed() {
        return outcomes(key -> key.kind() == Kind.SIGNED);
    }

    private Map<Scope, Map<Outcome, Integer>> outcomes(Predicate<Key> which) {
        Map<Scope, Map<Outcome, Integer>> sum = new EnumMap<>(Scope.class);
        counts.forEach((key, count) -> {
            if (which.test(key)) {
                sum.computeIfAbsent(Objects.requireNonNull(key.scope()), _ -> new EnumMap<>(Outcome.class))
                        .merge(Objects.requireNonNull(key.outcome()), count, Integer::sum);
            }
        });
        return sum;
    }

    /// Whether anything of an earlier answer was returned: a loss is then an individual loss, not that of
    /// the whole history.
    boolean hasControl(Scope scope) {
        return counts.containsKey(new Key(Kind.CONTROL, null, scope, null));
    }

    /// Whether an answer is absent from a request.
    boolean isAnyAbsent() {
        return count(Kind.ABSENT) > 0;
    }

    /// Outputs that no result in their request shows to have been printed.
    int unprinted() {
        return count(Kind.UNPRINTED);
    }

    /// Inputs of calls that came back with their keys in another order.
    int rekeyed() {
        return count(Kind.REKEYED);
    }

    /// How many verdicts there are: items, each once for each scope.
    int verdicts() {
        return count(Kind.VERDICT);
    }

    /// @param omitted items that are counted and not listed
    ItemTally tally(int omitted) {
        Map<Category, Integer> items = byCategory(Kind.ITEM);
        Map<Category, Integer> found = byCategory(Kind.RETURNED);
        Map<Category, Integer> returned = new EnumMap<>(Category.class);
        items.keySet().forEach(kind -> returned.put(kind, found.getOrDefault(kind, 0)));
        Map<Category, Integer> seen = byCategory(Kind.OBSERVED);
        Set<Category> observed = seen.isEmpty() ? EnumSet.noneOf(Category.class) : EnumSet.copyOf(seen.keySet());
        return new ItemTally(
                items, returned, observed, unprinted(), count(Kind.LOST), VerdictSummary.ranges(losing), omitted);
    }

    private Map<Category, Integer> byCategory(Kind kind) {
        Map<Category, Integer> found = new EnumMap<>(Category.class);
        counts.forEach((key, count) -> {
            if (key.kind() == kind) {
                found.put(Objects.requireNonNull(key.category()), count);
            }
        });
        return found;
    }
}
