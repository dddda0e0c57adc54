package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Combines the observations of each item, per scope: the worst counts.
///
/// Requests are read in their order, each by what it changed since the one that it continues, so that a
/// conversation that is kept whole costs what is new in it.
final class ItemVerdictAggregator {
    private final Map<Key, ObservedItem> byItem = new LinkedHashMap<>();
    private final Map<Integer, IssuedAnswer> answers = new HashMap<>();
    private final Map<Integer, Integer> continuations = new HashMap<>();
    private final Map<Integer, RequestBranch> branches = new HashMap<>();

    private record Key(int exchange, int ordinal, Observation.Scope scope) {}

    private ItemVerdictAggregator(List<TracedExchange> exchanges) {
        for (TracedExchange exchange : exchanges) {
            answers.put(exchange.number(), IssuedAnswer.of(exchange));
            exchange.link().parent().ifPresent(parent -> continuations.merge(parent, 1, Integer::sum));
        }
    }

    /// The verdicts of all items of a run.
    /// @param exchanges all of them, by number
    static List<ItemVerdict> of(List<TracedExchange> exchanges) {
        var aggregator = new ItemVerdictAggregator(exchanges);
        exchanges.forEach(aggregator::add);
        aggregator.branches.values().forEach(RequestBranch::close);
        return aggregator.byItem.values().stream()
                .map(ItemVerdictAggregator::verdict)
                .toList();
    }

    private void add(TracedExchange observer) {
        RequestBranch known = branches.remove(observer.link().parent().orElse(0));
        RequestBranch branch = known == null ? new RequestBranch() : known;
        Collection<Integer> affected = ObservationHistory.changes(observer.observations())
                .filter(changes -> known != null && !changes.isWhole())
                .map(branch::apply)
                .orElseGet(() -> branch.replace(observer.observations()));
        branch.release(affected);
        List.copyOf(branch.contested()).forEach(carrier -> carrier.repeat(observer.number()));
        for (int answer : affected) {
            List<ObservedItem.Carrier> carried = new ArrayList<>();
            for (JudgedItem one : ObservationJudge.of(observer, branch.of(answer), answers)) {
                carried.add(item(one).add(one, branch));
            }
            branch.carry(answer, carried);
        }
        branch.advance(observer.number());
        if (continuations.containsKey(observer.number())) {
            branches.put(observer.number(), branch);
        } else {
            branch.close();
        }
    }

    private ObservedItem item(JudgedItem one) {
        var key = new Key(
                one.planted().number(), one.item().ordinal(), one.observation().scope());
        return byItem.computeIfAbsent(key, _ -> new ObservedItem(one));
    }

    private static ItemVerdict verdict(ObservedItem observed) {
        JudgedItem worst = observed.worst();
        boolean isDue = worst.isDue();
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
                worst.observer().number(),
                observed.lastExact(),
                worst.observation().sighting().path(),
                isDue ? reason : reason.map(words -> words + " (it was not due)"),
                observed.changes());
    }

    /// Texts of an answer are kept out of verdicts: an item without a token is named by its position.
    private static String name(PlantedItem item) {
        boolean isNamedByValue = item.token().isEmpty() && item.category() == Category.TOOL_ID;
        return isNamedByValue ? item.value() : item.token();
    }
}
