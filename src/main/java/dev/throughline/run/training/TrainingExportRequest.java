package dev.throughline.run.training;

import dev.throughline.prompt.NamedTemplate;
import dev.throughline.render.mask.LossRules;
import dev.throughline.render.mask.ModelProfile;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.Optional;

/// What samples are asked for.
///
/// @param template the one for all rows; empty for the one that fits the name of each model
/// @param tokenizer needed for tokens
/// @param profile of the model's family; empty for that of a GLM template of ours, or what the template
///     itself marks
/// @param rules which tokens are learnt, before the choice of messages
/// @param includesTruncated whether answers that were cut or failed have rows
public record TrainingExportRequest(
        SampleShape shape,
        Optional<NamedTemplate> template,
        Optional<NamedTokenizer> tokenizer,
        Optional<ModelProfile> profile,
        LossRules rules,
        LostReasoningPolicy lost,
        boolean includesTruncated) {

    /// A tokenizer by its name.
    public record NamedTokenizer(String name, Tokenizer tokenizer) {}
}
