package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.RequestFacts.ForeignToken;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Tokens of other runs found in this one: reported, never counted.
final class LeakedTokens {
    private LeakedTokens() {}

    static List<ItemVerdict> in(List<TracedExchange> exchanges) {
        List<ItemVerdict> leaks = new ArrayList<>();
        for (TracedExchange exchange : exchanges) {
            exchange.facts().foreignTokens().forEach(token -> leaks.add(leak(exchange, token)));
        }
        return leaks;
    }

    private static ItemVerdict leak(TracedExchange exchange, ForeignToken token) {
        return new ItemVerdict(
                category(token.token()),
                token.token(),
                exchange.link().turn(),
                exchange.number(),
                0,
                Scope.ACROSS_TURNS,
                Due.NOT,
                Outcome.LEAKED,
                exchange.number(),
                OptionalInt.empty(),
                token.path(),
                Optional.of("belongs to another run"));
    }

    private static Category category(String token) {
        return Category.valueOf(token.substring(1, token.indexOf('-')));
    }
}
