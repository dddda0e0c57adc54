package dev.throughline.run;

import java.time.Duration;
import java.util.Optional;

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
