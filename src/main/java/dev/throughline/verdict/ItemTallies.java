package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.TracedExchange;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Counts the items of a run: what its statuses and its report are based on. Its size does not depend on the run.
///
/// The counts over several answers are the sums of the counts over each of them.
public final class ItemTallies {
    private final Map<Key, Integer> counts = new HashMap<>();
    private final BitSet losing = new BitSet();

    /// What is counted.
    public enum Kind {
        /// Items that had to be returned, by kind, scope and outcome.
        DUE,
        /// Reasoning that had to be returned and was issued with a signature, by scope and outcome.
        SIGNED,
        /// Items that had to be returned and whose turn was present, each once, by kind.
        ITEM,
        /// Those that were returned whole, by kind.
        RETURNED,
        /// Items that any request had to carry, by kind.
        OBSERVED,
        /// Items of which something was returned, by scope.
        CONTROL,
        /// Items whose turn was absent from a request.
        ABSENT,
        /// Items that were lost.
        LOST,
        /// Verdicts: items, each once for each scope.
        VERDICT
    }

    private record Key(
            Kind kind,
            @Nullable Category category,
            @Nullable Scope scope,
            @Nullable Outcome outcome) {}

    /// One count.
    public record Count(
            Kind kind,
            @Nullable Category category,
            @Nullable Scope scope,
            @Nullable Outcome outcome,
            int count) {}

    /// What a request did with items of earlier answers.
    ///
    /// @param number of the request in its run, from 1
    /// @param parent number of the request that it continues, 0 for none
    /// @param observations all of them; a list of `ObservationHistory.of` is read by what the request changed
    public record Request(int number, int parent, List<Observation> observations) {
        static Request of(TracedExchange exchange) {
            return new Request(exchange.number(), exchange.link().parent().orElse(0), exchange.observations());
        }
    }

    /// The verdicts of some items, and their counts.
    /// @param first the first request that did something with each of the items
    public record Judged(List<ItemVerdict> verdicts, List<Integer> first, ItemTallies tallies) {}

    /// Judges the items of some answers.
    /// @param requests all that did something with them and those between, by number; only what they did with them
    /// @param answers by number, at least those
    public static Judged judge(List<Request> requests, Map<Integer, IssuedAnswer> answers) {
        var aggregator = new ItemVerdictAggregator(RunOutline.some(requests), 0);
        requests.forEach(request -> aggregator.add(request, answers));
        List<ItemVerdict> verdicts = aggregator.finish();
        return new Judged(verdicts, aggregator.first(), aggregator.tallies());
    }

    /// The counts that were given by `counts`.
    public static ItemTallies of(List<Count> counts) {
        var tallies = new ItemTallies();
        counts.forEach(
                one -> tallies.count(new Key(one.kind(), one.category(), one.scope(), one.outcome()), one.count()));
        return tallies;
    }

    /// All counts that are not 0.
    public List<Count> counts() {
        return counts.entrySet().stream()
                .map(one -> new Count(
                        one.getKey().kind(),
                        one.getKey().category(),
                        one.getKey().scope(),
                        one.getKey().outcome(),
                        one.getValue()))
                .toList();
    }

    /// Adds the counts of other answers.
    public void plus(ItemTallies other) {
        other.counts.forEach(this::count);
        losing.or(other.losing);
    }

    /// Takes away the counts of some answers, without the requests that lost them.
    public void minus(ItemTallies some) {
        some.counts.forEach((key, count) -> count(key, -count));
    }

    /// Adds all items of some answers.
    /// @param isSigned whether an item was issued with a signature
    void add(List<ItemVerdict> verdicts, Predicate<ItemVerdict> isSigned) {
        Map<ItemPosition, ItemVerdict> counted = new LinkedHashMap<>();
        Map<ItemPosition, Boolean> intact = new LinkedHashMap<>();
        for (ItemVerdict verdict : verdicts) {
            count(new Key(Kind.VERDICT, null, null, null), 1);
            count(new Key(Kind.OBSERVED, verdict.category(), null, null), 1);
            if (verdict.outcome() == Outcome.TURN_ABSENT) {
                count(new Key(Kind.ABSENT, null, null, null), 1);
            }
            if (verdict.outcome() != Outcome.MISSING && verdict.outcome() != Outcome.TURN_ABSENT) {
                count(new Key(Kind.CONTROL, null, verdict.scope(), null), 1);
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
            count(new Key(Kind.ITEM, verdict.category(), null, null), 1);
            count(new Key(Kind.RETURNED, verdict.category(), null, null), intact.getOrDefault(item, false) ? 1 : 0);
        });
    }

    private void addDue(ItemVerdict verdict, boolean isSigned) {
        count(new Key(Kind.DUE, verdict.category(), verdict.scope(), verdict.outcome()), 1);
        if (isSigned && verdict.category() == Category.THINK) {
            count(new Key(Kind.SIGNED, null, verdict.scope(), verdict.outcome()), 1);
        }
        if (verdict.outcome().isLoss()) {
            count(new Key(Kind.LOST, null, null, null), 1);
            losing.set(verdict.observedIn());
            verdict.changes().stream()
                    .filter(span -> span.outcome().isLoss())
                    .forEach(span -> losing.set(span.from(), span.to() + 1));
        }
    }

    private void count(Key key, int count) {
        int sum = counts.getOrDefault(key, 0) + count;
        if (sum == 0) {
            counts.remove(key);
        } else {
            counts.put(key, sum);
        }
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

    /// How many verdicts there are: items, each once for each scope.
    public int verdicts() {
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
        return new ItemTally(items, returned, observed, count(Kind.LOST), VerdictSummary.ranges(losing), omitted);
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
