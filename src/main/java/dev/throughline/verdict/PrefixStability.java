package dev.throughline.verdict;

import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Whether a client keeps the prefix of its prompts stable, so that a cache can serve them: the capability
/// CACHE.
///
/// Requests that carry the answer to an earlier one count. Reasoning, texts and calls of answers are
/// excluded: THINK, CONTENT, TOOL_ID, TOOL_IN and ORDER judge them, and a loss is not counted twice.
final class PrefixStability {
    private static final int MOST_NUMBERS = 10;

    private final List<Continuation> continuations = new ArrayList<>();

    /// A request that continues another one.
    private record Continuation(int number, Scope scope, Set<PrefixPart> changed) {
        Outcome outcome() {
            return changed.isEmpty() ? Outcome.EXACT : Outcome.MODIFIED;
        }
    }

    PrefixStability(List<TracedExchange> exchanges) {
        for (TracedExchange exchange : exchanges) {
            exchange.facts()
                    .prefix()
                    .flatMap(prefix -> prefix.changed())
                    .ifPresent(changed -> continuations.add(new Continuation(
                            exchange.number(),
                            exchange.link().step() > 1 ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS,
                            changed)));
        }
    }

    CapabilityVerdict verdict() {
        Status within = scope(Scope.WITHIN_TURN);
        Status across = scope(Scope.ACROSS_TURNS);
        int kept = (int)
                continuations.stream().filter(one -> one.changed().isEmpty()).count();
        int lost = continuations.size() - kept;
        return new CapabilityVerdict(
                ScopeStatus.over(within, across),
                within,
                across,
                continuations.size(),
                kept,
                lost == 0 ? Map.of() : Map.of(Outcome.MODIFIED, lost));
    }

    private Status scope(Scope scope) {
        return ScopeStatus.of(
                continuations.stream()
                        .filter(one -> one.scope() == scope)
                        .map(Continuation::outcome)
                        .toList(),
                true);
    }

    /// One sentence for each part that was rewritten.
    List<String> notes() {
        Map<PrefixPart, List<Integer>> changes = new EnumMap<>(PrefixPart.class);
        continuations.forEach(one -> one.changed()
                .forEach(part ->
                        changes.computeIfAbsent(part, _ -> new ArrayList<>()).add(one.number())));
        return changes.entrySet().stream()
                .map(change -> words(change.getKey()) + " since the request before: " + numbers(change.getValue())
                        + ". No prefix cache can serve what follows it.")
                .toList();
    }

    private static String words(PrefixPart part) {
        return switch (part) {
            case SYSTEM -> "The system prompt changed";
            case TOOLS -> "The tools changed";
            case OPTIONS -> "Parameters that steer thinking changed";
            case HISTORY -> "Earlier messages of users or tools changed";
        };
    }

    private static String numbers(List<Integer> requests) {
        String all = requests.stream().limit(MOST_NUMBERS).map(String::valueOf).collect(Collectors.joining(", "));
        int more = requests.size() - MOST_NUMBERS;
        return (requests.size() == 1 ? "request " : "requests ") + all + (more > 0 ? " and " + more + " more" : "");
    }
}
