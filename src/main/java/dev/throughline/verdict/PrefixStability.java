package dev.throughline.verdict;

import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.PrefixPart;
import dev.throughline.trace.TracedExchange;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Whether a client keeps the prefix of its prompts stable, so that a cache can serve them: the capability CACHE.
///
/// Requests that carry the answer to an earlier one count. Reasoning, texts and calls of answers are
/// excluded: THINK, CONTENT, TOOL_ID, TOOL_IN and ORDER judge them, and a loss is not counted twice.
final class PrefixStability {
    private static final int MOST_NUMBERS = 10;
    private static final Rewrites NONE = new Rewrites(List.of(), 0);

    private final Map<Scope, Map<Outcome, Integer>> outcomes = new EnumMap<>(Scope.class);
    private final Map<PrefixPart, Rewrites> rewrites = new EnumMap<>(PrefixPart.class);

    /// Requests that rewrote a part: the first of them, and how many there are.
    private record Rewrites(List<Integer> first, int count) {
        private Rewrites plus(int request) {
            return new Rewrites(
                    first.size() < MOST_NUMBERS
                            ? Stream.concat(first.stream(), Stream.of(request)).toList()
                            : first,
                    count + 1);
        }
    }

    /// Adds the next request of the run.
    void add(TracedExchange exchange) {
        exchange.facts().prefix().flatMap(prefix -> prefix.changed()).ifPresent(changed -> {
            Scope scope = exchange.link().step() > 1 ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS;
            outcomes.computeIfAbsent(scope, _ -> new EnumMap<>(Outcome.class))
                    .merge(changed.isEmpty() ? Outcome.EXACT : Outcome.MODIFIED, 1, Integer::sum);
            changed.forEach(
                    part -> rewrites.put(part, rewrites.getOrDefault(part, NONE).plus(exchange.number())));
        });
    }

    CapabilityVerdict verdict() {
        Status within = scope(Scope.WITHIN_TURN);
        Status across = scope(Scope.ACROSS_TURNS);
        int kept = count(Outcome.EXACT);
        int lost = count(Outcome.MODIFIED);
        return new CapabilityVerdict(
                ScopeStatus.over(within, across),
                within,
                across,
                kept + lost,
                kept,
                lost == 0 ? Map.of() : Map.of(Outcome.MODIFIED, lost));
    }

    private int count(Outcome outcome) {
        return outcomes.values().stream()
                .mapToInt(counts -> counts.getOrDefault(outcome, 0))
                .sum();
    }

    private Status scope(Scope scope) {
        return ScopeStatus.of(outcomes.getOrDefault(scope, Map.of()), true);
    }

    /// One sentence for each part that was rewritten.
    List<String> notes() {
        return rewrites.entrySet().stream()
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

    private static String numbers(Rewrites requests) {
        String all = requests.first.stream().map(String::valueOf).collect(Collectors.joining(", "));
        int more = requests.count - requests.first.size();
        return (requests.count == 1 ? "request " : "requests ") + all + (more > 0 ? " and " + more + " more" : "");
    }
}
