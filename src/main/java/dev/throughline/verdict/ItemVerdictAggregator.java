package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Combines the observations of each item, per scope: the worst counts.
final class ItemVerdictAggregator {
    private ItemVerdictAggregator() {}

    private record Key(int exchange, int ordinal, Observation.Scope scope) {}

    static List<ItemVerdict> of(List<JudgedItem> judged) {
        Map<Key, List<JudgedItem>> byItem = new LinkedHashMap<>();
        for (JudgedItem one : judged) {
            var key = new Key(
                    one.planted().number(),
                    one.item().ordinal(),
                    one.observation().scope());
            byItem.computeIfAbsent(key, any -> new ArrayList<>()).add(one);
        }
        return byItem.values().stream().map(ItemVerdictAggregator::verdict).toList();
    }

    private static ItemVerdict verdict(List<JudgedItem> observed) {
        JudgedItem worst = observed.getFirst();
        OptionalInt lastExact = OptionalInt.empty();
        for (JudgedItem one : observed) {
            if (rank(one) > rank(worst)) {
                worst = one;
            }
            if (one.isKept()) {
                lastExact = OptionalInt.of(one.observer().number());
            }
        }
        boolean isDue = worst.isDue();
        Optional<String> reason = worst.judged().reason();
        return new ItemVerdict(
                worst.item().category(),
                name(worst.item()),
                worst.planted().link().turn(),
                worst.planted().number(),
                worst.item().ordinal(),
                worst.observation().scope(),
                worst.observation().due(),
                outcome(worst),
                worst.observer().number(),
                lastExact,
                worst.observation().sighting().path(),
                isDue ? reason : reason.map(words -> words + " (it was not due)"),
                changes(observed));
    }

    /// The outcomes in the order of the requests, consecutive equal ones together.
    private static List<OutcomeSpan> changes(List<JudgedItem> observed) {
        List<OutcomeSpan> spans = new ArrayList<>();
        for (JudgedItem one : observed) {
            int request = one.observer().number();
            Outcome outcome = outcome(one);
            boolean isSame = !spans.isEmpty() && spans.getLast().outcome() == outcome;
            OutcomeSpan span = isSame
                    ? new OutcomeSpan(
                            outcome,
                            spans.getLast().from(),
                            request,
                            spans.removeLast().reason())
                    : new OutcomeSpan(outcome, request, request, one.judged().reason());
            spans.add(span);
        }
        return spans.size() < 2 ? List.of() : spans;
    }

    private static Outcome outcome(JudgedItem one) {
        return one.isDue() || one.isKept() ? one.outcome() : Outcome.NOT_DUE;
    }

    /// Texts of an answer are kept out of verdicts: an item without a token is named by its position.
    private static String name(PlantedItem item) {
        boolean isNamedByValue = item.token().isEmpty() && item.category() == Category.TOOL_ID;
        return isNamedByValue ? item.value() : item.token();
    }

    /// Required items take precedence over optional ones.
    private static int rank(JudgedItem one) {
        return Severity.of(one.outcome()) + (one.isDue() ? 100 : 0);
    }
}
