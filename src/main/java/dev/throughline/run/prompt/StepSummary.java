package dev.throughline.run.prompt;

import dev.throughline.run.SelectedBackend;
import java.util.Optional;
import java.util.OptionalInt;

/// The part of one comparison that a report keeps; never a prompt.
///
/// @param characters length of the prompt
/// @param backend name of the backend; empty for the stub
/// @param isReported whether the server counts cached tokens
/// @param lost the loss explained by the prompts
/// @param unexplained what the server recomputed without a cause in the prompts; a server without counts is
///     assumed to have read nothing
record StepSummary(
        int characters,
        boolean isEstimated,
        String backend,
        boolean isReported,
        Optional<StepLoss> lost,
        Optional<StepLoss> unexplained) {
    static StepSummary of(RecordedStep step) {
        boolean isReported =
                step.cache().filter(cache -> cache.reported().isPresent()).isPresent();
        return new StepSummary(
                step.prompt().turn().prompt().text().length(),
                step.isEstimated(),
                step.prompt().exchange().backend().map(SelectedBackend::name).orElse(""),
                isReported,
                StepLoss.ofPrompt(step),
                StepLoss.ofServer(isReported ? step : step.withReported(OptionalInt.of(0))));
    }
}
