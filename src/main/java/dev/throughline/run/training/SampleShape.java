package dev.throughline.run.training;

import dev.throughline.text.KebabCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What the columns of a row hold, provenance aside.
public enum SampleShape {
    /// `messages`, `trainable_mask`, `tools`, `chat_template_kwargs`.
    MESSAGES,
    /// `prompt` and `completion`, both lists of messages, `tools`, `chat_template_kwargs`.
    PROMPT_COMPLETION,
    /// `input_ids`, `loss_mask`, `assistant_masks`, `completion_mask`.
    TOKENS;

    /// Its name in parameters and options: `prompt-completion`.
    public String label() {
        return KebabCase.of(this);
    }

    /// All names.
    public static List<String> labels() {
        return Arrays.stream(values()).map(SampleShape::label).toList();
    }

    /// The shape of a name.
    public static Optional<SampleShape> find(String label) {
        return Arrays.stream(values())
                .filter(shape -> shape.label().equals(label))
                .findFirst();
    }
}
