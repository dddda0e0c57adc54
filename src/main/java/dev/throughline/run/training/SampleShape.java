package dev.throughline.run.training;

import dev.throughline.text.KebabCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The columns of a row besides its provenance.
public enum SampleShape {
    /// `messages`, `trainable_mask`, the same in numbers as `message_loss_mask`, `tools`, `chat_template_kwargs`.
    MESSAGES,
    /// `prompt` and `completion`, both lists of messages, `tools`, `chat_template_kwargs`.
    PROMPT_COMPLETION,
    /// `input_ids`, `loss_mask`, `assistant_masks`, `completion_mask`.
    TOKENS,
    /// As for tokens, with `logprobs` and `prompt_length`: the ids that the backend returned, nothing rendered.
    SAMPLED;

    /// Its name in parameters and options, such as `prompt-completion`.
    public String label() {
        return KebabCase.of(this);
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(SampleShape::label).toList();
    }

    public static Optional<SampleShape> find(String label) {
        return Arrays.stream(values())
                .filter(shape -> shape.label().equals(label))
                .findFirst();
    }
}
