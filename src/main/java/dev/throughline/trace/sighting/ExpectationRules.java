package dev.throughline.trace.sighting;

import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TracedExchange;

/// Decides whether an item has to be returned in a request.
public final class ExpectationRules {
    private final ThinkingPolicy thinkingPolicy;
    private final RequestFacts facts;

    public ExpectationRules(ThinkingPolicy thinkingPolicy, RequestFacts facts) {
        this.thinkingPolicy = thinkingPolicy;
        this.facts = facts;
    }

    Due of(PlantedItem item, TracedExchange exchange, Scope scope) {
        if (exchange.outcome() != ExchangeOutcome.COMPLETED && exchange.outcome() != ExchangeOutcome.OPEN) {
            return Due.MAY;
        }
        return switch (item.category()) {
            case CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT -> Due.MUST;
            case THINK -> thinking(exchange, scope);
        };
    }

    private Due thinking(TracedExchange exchange, Scope scope) {
        boolean sameModel = exchange.facts().model().equals(facts.model());
        return switch (scope) {
            case WITHIN_TURN -> sameModel ? Due.MUST : Due.MAY;
            case ACROSS_TURNS -> sameModel && keepsAcrossTurns() ? Due.MUST : Due.MAY;
        };
    }

    private boolean keepsAcrossTurns() {
        return facts.clearThinking().map(clears -> !clears).orElse(thinkingPolicy == ThinkingPolicy.PRESERVED);
    }
}
