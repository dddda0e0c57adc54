package dev.throughline.run.prompt;

import dev.throughline.render.PrefixCause;
import dev.throughline.render.PrefixComparison.Divergence;
import java.util.Optional;

/// The loss of one request, without its prompt.
///
/// @param tokens number of recomputed tokens
/// @param pointer to the field that caused it; empty if the server did
record StepLoss(
        int request, PrefixCause cause, String pointer, int tokens, boolean isAvoidable, Optional<String> remedy) {
    /// Estimated tokens differ from counted ones by some percent: a smaller gap is not a finding.
    private static final int NOISE_SHARE = 20;

    /// The loss explained by the prompts; empty for a stable prompt.
    static Optional<StepLoss> ofPrompt(RecordedStep step) {
        return step.comparison()
                .divergence()
                .filter(_ -> step.comparison().wasted() > 0)
                .map(divergence -> of(step, divergence));
    }

    private static StepLoss of(RecordedStep step, Divergence divergence) {
        return new StepLoss(
                step.number(),
                divergence.cause(),
                divergence.pointer(),
                step.comparison().wasted(),
                divergence.isAvoidable(),
                divergence.remedy());
    }

    /// The part that the server did not reuse although the prompts agree up to there.
    static Optional<StepLoss> ofServer(RecordedStep step) {
        return step.cache()
                .filter(cache -> cache.unexplained().orElse(0) > noise(step))
                .map(cache -> new StepLoss(
                        step.number(),
                        PrefixCause.SERVER,
                        "",
                        cache.unexplained().orElse(0),
                        false,
                        Optional.empty()));
    }

    private static int noise(RecordedStep step) {
        return step.isEstimated() ? step.comparison().common() / NOISE_SHARE : 0;
    }

    /// The pointer with numbers replaced by `*`.
    String shape() {
        return pointer.replaceAll("/[0-9]+(?=/|$)", "/*");
    }
}
