package dev.throughline.wire;

import java.util.Arrays;

/// Where an OpenAI chat answer carries reasoning.
public enum ReasoningField {
    REASONING_CONTENT("reasoning_content"),
    REASONING("reasoning"),
    REASONING_TEXT("reasoning_text"),
    /// An array of `{type: "reasoning.text", text, format, index}` as OpenRouter sends.
    REASONING_DETAILS("reasoning_details"),
    /// `reasoning_content` and `reasoning` with the same text.
    BOTH("both");

    private final String id;

    ReasoningField(String id) {
        this.id = id;
    }

    /// Where an answer is written whose fields have this id; `reasoning_details` for several with details.
    public static ReasoningField of(String id) {
        return Arrays.stream(values())
                .filter(field -> field.id.equals(id))
                .findFirst()
                .orElse(REASONING_DETAILS);
    }

    /// The name used in options and the API; except for BOTH also the field's name on the wire.
    public String id() {
        return id;
    }
}
