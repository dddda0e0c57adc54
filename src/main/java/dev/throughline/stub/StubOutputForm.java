package dev.throughline.stub;

/// How the stub writes reasoning and calls.
public enum StubOutputForm {
    /// As defined by the dialect.
    NATIVE,
    /// As sent by a backend without parsers: `<think>` and `<tool_call>` in the content, GLM-4.5 layout
    /// (with newlines).
    RAW_GLM_4_5,
    /// The same in the GLM-4.7 layout (no newlines); the stream starts in reasoning, without an opener.
    RAW_GLM_4_7
}
