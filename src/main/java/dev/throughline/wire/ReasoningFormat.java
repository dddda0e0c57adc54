package dev.throughline.wire;

/// The `format` of a detail: whose proofs it holds.
///
/// Source: OpenRouter, "Reasoning tokens".
public enum ReasoningFormat {
    ANTHROPIC("anthropic-claude-v1", "anthropic-"),
    RESPONSES("openai-responses-v1", "-responses-");

    private static final String UNKNOWN = "unknown";

    private final String id;
    private final String mark;

    ReasoningFormat(String id, String mark) {
        this.id = id;
        this.mark = mark;
    }

    /// The name that our own details have.
    public String id() {
        return id;
    }

    /// Whether a detail of a format came from this dialect.
    public boolean isOf(String format) {
        return format.contains(mark);
    }

    /// Whether a backend of this dialect may get a proof of a format: one of its own (Azure's and xAI's Responses
    /// too), or one that does not say whose it is.
    /// @param format empty for none
    public boolean mayHave(String format) {
        return format.isEmpty() || format.equals(UNKNOWN) || isOf(format);
    }
}
