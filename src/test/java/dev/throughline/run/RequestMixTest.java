package dev.throughline.run;

import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.TracedExchange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestMixTest {
    /// The text of an error does not matter: a backend may say anything in it.
    @ParameterizedTest
    @CsvSource({
        "COMPLETED, false, false, false",
        "FAILED, false, false, false",
        "CLIENT_GONE, false, false, false",
        "INTERRUPTED, false, false, true",
        "FAILED, false, true, true",
        "COMPLETED, true, false, true"
    })
    void isSpoiltByWhatTheClientDidNotCause(
            ExchangeOutcome outcome, boolean faulty, boolean unrecorded, boolean isSpoilt) {
        var mix = new RequestMix.Builder();

        mix.add(exchange(1, ExchangeOutcome.COMPLETED, false, false));
        mix.add(exchange(2, outcome, faulty, unrecorded));
        mix.add(exchange(3, ExchangeOutcome.COMPLETED, false, false));

        assertThat(mix.build().isSpoilt()).isEqualTo(isSpoilt);
    }

    private static ScoredExchange exchange(int number, ExchangeOutcome outcome, boolean faulty, boolean unrecorded) {
        var trace = new TracedExchange(
                number,
                "key",
                ConversationLink.start(),
                StoreSamples.facts("hash"),
                List.of(),
                List.of(),
                Optional.empty(),
                outcome,
                Optional.empty());
        return new ScoredExchange(
                Instant.EPOCH,
                "/v1/messages",
                true,
                faulty,
                unrecorded,
                trace,
                List.of(),
                List.of(new RecordedAnomaly("unrecorded", 0, "the database was unavailable")),
                Duration.ZERO);
    }
}
