package dev.throughline.filter;

/// The delimiters that GLM models (and their relatives) write. Source: the models' special tokens.
public enum GlmMarker {
    THINK_OPEN("<think>", Family.REASONING_OPEN),
    THINK_CLOSE("</think>", Family.REASONING_CLOSE),
    BRACKET_OPEN("[THINK]", Family.REASONING_OPEN),
    BRACKET_CLOSE("[/THINK]", Family.REASONING_CLOSE),
    THOUGHT_OPEN("<thought>", Family.REASONING_OPEN),
    THOUGHT_CLOSE("</thought>", Family.REASONING_CLOSE),
    REASONING_OPEN("<reasoning>", Family.REASONING_OPEN),
    REASONING_CLOSE("</reasoning>", Family.REASONING_CLOSE),
    CALL_OPEN("<tool_call>", Family.CALL),
    CALL_CLOSE("</tool_call>", Family.CALL),
    KEY_OPEN("<arg_key>", Family.CALL),
    KEY_CLOSE("</arg_key>", Family.CALL),
    VALUE_OPEN("<arg_value>", Family.CALL),
    VALUE_CLOSE("</arg_value>", Family.CALL),
    USER("<|user|>", Family.ROLE),
    OBSERVATION("<|observation|>", Family.ROLE),
    SYSTEM("<|system|>", Family.ROLE),
    ASSISTANT("<|assistant|>", Family.ROLE),
    END_OF_TEXT("<|endoftext|>", Family.ROLE),
    BOX_OPEN("<|begin_of_box|>", Family.BOX),
    BOX_CLOSE("<|end_of_box|>", Family.BOX);

    /// The purpose of a marker.
    public enum Family {
        REASONING_OPEN,
        REASONING_CLOSE,
        CALL,
        /// Ends the turn.
        ROLE,
        /// Decoration without meaning.
        BOX
    }

    private final String text;
    private final Family family;

    GlmMarker(String text, Family family) {
        this.text = text;
        this.family = family;
    }

    public String text() {
        return text;
    }

    public Family family() {
        return family;
    }

    /// The closer of a pair whose opener this is.
    public GlmMarker closer() {
        return values()[ordinal() + 1];
    }
}
