package dev.throughline.run;

import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.trace.ExchangeOutcome;
import java.time.Duration;
import java.util.Optional;

/// The record of an exchange's end.
///
/// @param status HTTP status sent
/// @param tokens recorded events, including raw text of the backend
/// @param usage tokens as counted by the backend
/// @param timing how long after the request the answer got how far
/// @param produced what is known of the answer only at its end
/// @param error what went wrong, in a form that is safe to show
public record ExchangeEnd(
        ExchangeOutcome outcome,
        int status,
        long tokens,
        Usage usage,
        ExchangeTiming timing,
        AnswerOutcome produced,
        Optional<String> error) {
    /// The same end with another outcome.
    public ExchangeEnd withOutcome(ExchangeOutcome other) {
        return new ExchangeEnd(other, status, tokens, usage, timing, produced, error);
    }

    /// The end of an exchange without events.
    public static ExchangeEnd unanswered(
            ExchangeOutcome outcome, int status, Duration total, AnswerOutcome produced, Optional<String> error) {
        var timing = ExchangeTiming.unanswered(total);
        return new ExchangeEnd(outcome, status, 0, new Usage(0, 0, 0, 0), timing, produced, error);
    }

    /// How long after the request an exchange got how far.
    ///
    /// @param asked the backend was called; empty for the stub, and if none was called
    /// @param firstEvent the first event of the answer
    /// @param firstToken the first reasoning, text or call of the answer
    /// @param total the end of the answer, before its commit
    public record ExchangeTiming(
            Optional<Duration> asked, Optional<Duration> firstEvent, Optional<Duration> firstToken, Duration total) {
        /// Timing of an exchange without an answer.
        public static ExchangeTiming unanswered(Duration total) {
            return new ExchangeTiming(Optional.empty(), Optional.empty(), Optional.empty(), total);
        }
    }
}
