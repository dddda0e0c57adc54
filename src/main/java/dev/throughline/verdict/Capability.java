package dev.throughline.verdict;

/// What a client may or may not keep.
public enum Capability {
    THINK,
    CONTENT,
    TOOL_ID,
    TOOL_IN,
    TOOL_OUT,
    SIGNATURE,
    ORDER,
    PARAMS
}
