package dev.throughline.trace.oracle;

import dev.throughline.conversation.Conversation;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// All that a run recorded, in the order of the exchanges' numbers.
/// @param requests the requests of the exchanges, by number
public record PlainRecord(ThinkingPolicy policy, List<TracedExchange> exchanges, Map<Integer, Conversation> requests) {
    Optional<TracedExchange> number(int number) {
        return exchanges.stream()
                .filter(exchange -> exchange.number() == number)
                .findFirst();
    }

    Optional<TracedExchange> key(String answerKey) {
        return exchanges.stream()
                .filter(exchange -> exchange.answerKey().equals(answerKey))
                .findFirst();
    }

    /// Answers that a request may have to return: a title or a warm-up is expected nowhere.
    List<TracedExchange> answers(Predicate<TracedExchange> which) {
        return exchanges.stream()
                .filter(exchange -> exchange.facts().kind() == RequestKind.MAIN)
                .filter(which)
                .toList();
    }

    /// Answers with an item of some kind.
    List<TracedExchange> having(Predicate<PlantedItem> which) {
        return answers(answer -> answer.items().stream().anyMatch(which));
    }

    List<TracedExchange> calling(String callId) {
        return having(
                item -> item.category() == Category.TOOL_ID && item.value().equals(callId));
    }

    /// An exchange and all before it in its conversation, latest first.
    List<TracedExchange> path(TracedExchange last) {
        List<TracedExchange> path = new ArrayList<>();
        Optional<TracedExchange> next = Optional.of(last);
        while (next.isPresent()) {
            path.add(next.get());
            int parent = next.get().link().parent().orElse(0);
            next = number(parent);
        }
        return path;
    }
}
