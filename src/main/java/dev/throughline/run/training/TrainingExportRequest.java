package dev.throughline.run.training;

import dev.throughline.prompt.NamedTemplate;
import dev.throughline.render.LossRules;
import dev.throughline.render.ModelProfile;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.Optional;

/// The parameters of a training export.
///
/// @param template the one for all rows; if empty, the one that matches the name of each model
/// @param tokenizer required for tokens
/// @param profile of the model's family; empty for that of a GLM template of ours, or what the template itself marks
/// @param rules which tokens are learned, before messages are selected
/// @param includesTruncated whether answers that were cut off or failed have rows
public record TrainingExportRequest(
        SampleShape shape,
        Optional<NamedTemplate> template,
        Optional<NamedTokenizer> tokenizer,
        Optional<ModelProfile> profile,
        LossRules rules,
        LostReasoningPolicy lost,
        boolean includesTruncated) {
    /// A named tokenizer.
    public record NamedTokenizer(String name, Tokenizer tokenizer) {}

    /// The treatment of conversations whose client did not return all reasoning that had to be returned.
    public enum LostReasoningPolicy {
        /// Omit all rows of such a run.
        LEAVES_OUT_RUN,
        /// Omit all rows of such a branch.
        LEAVES_OUT_BRANCH,
        /// Keep the rows; they state what was lost.
        INCLUDED
    }
}
