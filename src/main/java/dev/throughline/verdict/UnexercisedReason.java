package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Optional;

/// Why a capability was not exercised in a run.
public final class UnexercisedReason {
    private UnexercisedReason() {}

    /// @param exchanges all exchanges of the run; none if they were removed
    /// @return empty if it is not known
    public static Optional<String> of(Capability capability, List<TracedExchange> exchanges, List<ItemVerdict> items) {
        if (exchanges.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (capability) {
                    case THINK -> of(Category.THINK, "reasoning", exchanges, items);
                    case CONTENT -> of(Category.CONTENT, "text", exchanges, items);
                    case TOOL_ID -> of(Category.TOOL_ID, "a tool call", exchanges, items);
                    case TOOL_IN -> of(Category.TOOL_IN, "a tool call", exchanges, items);
                    case TOOL_OUT -> of(Category.TOOL_OUT, "a tool call with a known result", exchanges, items);
                    case SIGNATURE -> signature(exchanges, items);
                    case ORDER -> "no item had to be returned";
                    case PARAMS -> "no request set a thinking parameter";
                    case CACHE -> "no request continued an earlier one";
                });
    }

    private static String of(Category category, String name, List<TracedExchange> exchanges, List<ItemVerdict> items) {
        boolean isIssued = exchanges.stream()
                .flatMap(exchange -> exchange.items().stream())
                .anyMatch(item -> item.category() == category);
        boolean isObserved = items.stream().anyMatch(item -> item.category() == category);
        if (!isIssued) {
            return "no answer contained " + name;
        }
        return isObserved ? "no request had to return it" : "no later request continued an answer with " + name;
    }

    private static String signature(List<TracedExchange> exchanges, List<ItemVerdict> items) {
        boolean isIssued = exchanges.stream()
                .flatMap(exchange -> exchange.items().stream())
                .anyMatch(item -> item.signature().isPresent());
        return isIssued
                ? of(Category.THINK, "signed reasoning", exchanges, items)
                : "no reasoning was issued with a signature";
    }
}
