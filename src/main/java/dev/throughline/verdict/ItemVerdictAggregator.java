package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Combines the observations of each item, per scope: the worst counts.
///
/// Requests are read in their order, each by what it changed since the one that it continues, so that a
/// conversation that is kept whole costs what is new in it. Of a large run an answer is counted and forgotten after
/// the last request that did something new with it; the first that lost something are held, to be listed.
final class ItemVerdictAggregator {
    /// Answers of a large run that are listed.
    static final int MOST_HELD = 1_000;

    private final RunOutline outline;
    private final int mostHeld;
    private final ItemTallies tallies = new ItemTallies();
    private final Map<Key, ObservedItem> byItem = new LinkedHashMap<>();
    private final Map<Integer, List<Key>> keysOf = new HashMap<>();
    private final Map<Integer, IssuedAnswer> answers = new HashMap<>();
    private final Map<Integer, RequestBranch> branches = new HashMap<>();
    private final Map<Integer, Fork> forks = new HashMap<>();
    private final Set<Integer> held = new HashSet<>();

    private record Key(int exchange, int ordinal, Observation.Scope scope) {}

    /// A request that more than one other continues.
    private record Fork(Map<Integer, List<Observation>> items, int continuations) {}

    /// @param mostHeld answers of a large run that are listed
    ItemVerdictAggregator(RunOutline outline, int mostHeld) {
        this.outline = outline;
        this.mostHeld = mostHeld;
    }

    /// Adds the next request.
    /// @param issued by number, at least what the answers issued of whose items it made observations
    void add(TracedExchange observer, Map<Integer, IssuedAnswer> issued) {
        int parent = observer.link().parent().orElse(0);
        RequestBranch known = branches.remove(parent);
        RequestBranch branch = known == null ? new RequestBranch() : known;
        Collection<Integer> affected = affected(observer, parent, branch, known != null);
        affected.forEach(answer -> learn(answer, issued));
        branch.release(affected);
        List.copyOf(branch.contested()).forEach(carrier -> carrier.repeat(observer.number()));
        for (int answer : affected) {
            List<ObservedItem.Carrier> carried = new ArrayList<>();
            for (JudgedItem judged : ObservationJudge.of(observer.number(), branch.of(answer), answers)) {
                JudgedItem one = judged.isUnprinted() && cameBack(judged) ? judged.afterOutput() : judged;
                carried.add(item(one).add(one, branch));
            }
            branch.carry(answer, carried);
        }
        branch.advance(observer.number());
        proceed(observer.number(), branch);
        affected.stream()
                .filter(answer -> outline.isLast(observer.number(), answer))
                .forEach(answer -> retire(answer, branch));
    }

    private Collection<Integer> affected(TracedExchange observer, int parent, RequestBranch branch, boolean isKnown) {
        Optional<ObservationChanges> changes =
                ObservationHistory.changes(observer.observations()).filter(one -> !one.isWhole());
        if (changes.isEmpty()) {
            return branch.replace(observer.observations());
        }
        if (isKnown) {
            return branch.apply(changes.get());
        }
        return outline.isLarge()
                ? branch.begin(forked(parent), changes.get())
                : branch.replace(observer.observations());
    }

    private void learn(int answer, Map<Integer, IssuedAnswer> issued) {
        IssuedAnswer found = issued.get(answer);
        if (found != null) {
            answers.putIfAbsent(answer, found);
        }
    }

    private void proceed(int request, RequestBranch branch) {
        int continuations = outline.continuations(request);
        if (continuations == 0) {
            branch.close();
            return;
        }
        branches.put(request, branch);
        if (outline.isLarge() && continuations > 1) {
            forks.put(request, new Fork(branch.copy(), continuations - 1));
        }
    }

    /// What a request did of which the first continuation was read, without what was forgotten since.
    private Map<Integer, List<Observation>> forked(int request) {
        Fork fork = forks.remove(request);
        if (fork == null) {
            return Map.of();
        }
        if (fork.continuations() > 1) {
            forks.put(request, new Fork(fork.items(), fork.continuations() - 1));
        }
        return fork.items().entrySet().stream()
                .filter(entry -> answers.containsKey(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// Whether any request before carried it whole.
    private boolean cameBack(JudgedItem one) {
        return Stream.of(Observation.Scope.values())
                .map(scope ->
                        byItem.get(new Key(one.planted().number(), one.item().ordinal(), scope)))
                .anyMatch(item -> item != null && item.lastExact().isPresent());
    }

    private ObservedItem item(JudgedItem one) {
        var key = new Key(
                one.planted().number(), one.item().ordinal(), one.observation().scope());
        return byItem.computeIfAbsent(key, _ -> {
            keysOf.computeIfAbsent(key.exchange(), _ -> new ArrayList<>()).add(key);
            return new ObservedItem(one);
        });
    }

    /// Counts an answer of which nothing new is recorded later, and forgets it unless it is one of the first that
    /// were lost.
    private void retire(int answer, RequestBranch observing) {
        List<Key> keys = keysOf.getOrDefault(answer, List.of());
        List<ItemVerdict> verdicts = keys.stream().map(this::verdict).toList();
        boolean isLost =
                verdicts.stream().anyMatch(one -> one.counts() && one.outcome().isLoss());
        if (held.contains(answer) || isLost && held.size() < mostHeld) {
            held.add(answer);
            return;
        }
        count(verdicts);
        for (Key key : keys) {
            ObservedItem item = byItem.remove(key);
            if (item != null) {
                item.branches().forEach(branch -> branch.forget(answer));
            }
        }
        observing.forget(answer);
        keysOf.remove(answer);
        answers.remove(answer);
    }

    /// Ends the run.
    /// @return the verdicts that are listed: of a small run all of them
    List<ItemVerdict> finish() {
        branches.values().forEach(RequestBranch::close);
        keysOf.values().forEach(keys -> count(keys.stream().map(this::verdict).toList()));
        return byItem.values().stream().map(ItemVerdictAggregator::verdict).toList();
    }

    private void count(List<ItemVerdict> verdicts) {
        tallies.add(verdicts, this::signed);
    }

    /// The fate of an item's signature, beside its text; empty if none was issued.
    private Optional<Outcome> signed(ItemVerdict item) {
        JudgedItem worst = Objects.requireNonNull(byItem.get(new Key(item.exchange(), item.ordinal(), item.scope())))
                .worst();
        return worst.item().signature().map(_ -> switch (item.outcome()) {
            case EXACT, TRIMMED, MODIFIED, TRUNCATED, REORDERED, DUPLICATED ->
                switch (worst.observation().sighting().signature()) {
                    case GONE -> Outcome.SIGNATURE_LOST;
                    case CHANGED -> Outcome.SIGNATURE_ALTERED;
                    case SAME, NOT_ISSUED -> item.outcome();
                };
            case REFERENCED,
                    MOVED,
                    RENAMED,
                    SHADOWED,
                    PARTIAL,
                    SIGNATURE_LOST,
                    SIGNATURE_ALTERED,
                    MISSING,
                    TURN_ABSENT,
                    LEAKED,
                    NOT_DUE,
                    REFUSED,
                    SILENTLY_DROPPED -> item.outcome();
        });
    }

    /// The counts over all items, once the run ended.
    ItemTallies tallies() {
        return tallies;
    }

    private ItemVerdict verdict(Key key) {
        return verdict(Objects.requireNonNull(byItem.get(key)));
    }

    private static ItemVerdict verdict(ObservedItem observed) {
        JudgedItem worst = observed.worst();
        boolean isDue = worst.observation().due() == Observation.Due.MUST;
        Optional<String> reason = worst.judged().reason();
        return new ItemVerdict(
                worst.item().category(),
                name(worst.item()),
                worst.planted().turn(),
                worst.planted().number(),
                worst.item().ordinal(),
                worst.observation().scope(),
                worst.observation().due(),
                worst.result(),
                worst.observer(),
                observed.lastExact(),
                worst.observation().sighting().path(),
                worst.item().field(),
                isDue ? reason : reason.map(words -> words + " (it was not due)"),
                observed.changes());
    }

    /// Texts of an answer are kept out of verdicts: an item without a token is named by its position.
    private static String name(PlantedItem item) {
        boolean isNamedByValue = item.token().isEmpty() && item.category() == Category.TOOL_ID;
        return isNamedByValue ? item.value() : item.token();
    }
}
