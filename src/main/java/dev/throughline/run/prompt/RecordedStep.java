package dev.throughline.run.prompt;

import dev.throughline.render.PrefixComparison;
import dev.throughline.render.ServerCache;
import dev.throughline.run.prompt.RecordedPrompts.RecordedPrompt;
import java.util.Optional;
import java.util.OptionalInt;

/// A request compared with the one that it continues.
///
/// @param previous number of the exchange that it continues
/// @param model the name of the model, the backend's if known
/// @param comparison in tokens
/// @param isEstimated whether these tokens are scaled from characters
/// @param cache what the server reports; empty for the stub, which has no cache
public record RecordedStep(
        RecordedPrompt prompt,
        int previous,
        String model,
        PrefixComparison comparison,
        boolean isEstimated,
        Optional<ServerCache> cache) {
    /// The same step with the count reported by the server.
    RecordedStep withReported(OptionalInt reported) {
        return new RecordedStep(
                prompt,
                previous,
                model,
                comparison,
                isEstimated,
                cache.map(known -> new ServerCache(known.reusable(), reported)));
    }

    /// Number of the exchange.
    public int number() {
        return prompt.exchange().trace().number();
    }
}
