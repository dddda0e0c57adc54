package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.ExchangeOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Facts about a run's exchanges that a measurement needs.
///
/// @param isSpoilt whether any had an injected fault, was interrupted, or was not recorded
/// @param dialects of main requests, with how many there are
/// @param models of main requests, with how many there are
/// @param streamed whether main requests asked for a stream; both if some did
/// @param duration from the first request to the last end
/// @param first the first main requests, with what they did
public record RequestMix(
        boolean isSpoilt,
        Map<Dialect, Long> dialects,
        Map<String, Long> models,
        Set<Boolean> streamed,
        Duration duration,
        List<ScoredExchange> first) {
    public RequestMix {
        dialects = Map.copyOf(dialects);
        models = Map.copyOf(models);
        streamed = Set.copyOf(streamed);
        first = List.copyOf(first);
    }

    /// Gathers it from exchanges that are added by number.
    static final class Builder {
        private static final int FIRST = 50;
        private static final int MOST_MODELS = 1_000;

        private final Map<Dialect, Long> dialects = new EnumMap<>(Dialect.class);
        private final Map<String, Long> models = new HashMap<>();
        private final Set<Boolean> streamed = new HashSet<>();
        private final List<ScoredExchange> first = new ArrayList<>();
        private boolean isSpoilt;
        private Instant begun = Instant.MAX;
        private Instant ended = Instant.MIN;

        void add(ScoredExchange exchange) {
            boolean isInterrupted = exchange.trace().outcome() == ExchangeOutcome.INTERRUPTED;
            isSpoilt |= exchange.faulty() || exchange.unrecorded() || isInterrupted;
            begun = exchange.received().isBefore(begun) ? exchange.received() : begun;
            Instant end = exchange.received().plus(exchange.total());
            ended = end.isAfter(ended) ? end : ended;
            if (exchange.isMain()) {
                addMain(exchange);
            }
        }

        private void addMain(ScoredExchange exchange) {
            dialects.merge(exchange.trace().facts().dialect(), 1L, Long::sum);
            String model = exchange.trace().facts().model();
            if (models.size() < MOST_MODELS || models.containsKey(model)) {
                models.merge(model, 1L, Long::sum);
            }
            streamed.add(exchange.stream());
            if (first.size() < FIRST) {
                first.add(exchange);
            }
        }

        RequestMix build() {
            Duration duration = ended.isBefore(begun) ? Duration.ZERO : Duration.between(begun, ended);
            return new RequestMix(isSpoilt, dialects, models, streamed, duration, first);
        }
    }
}
