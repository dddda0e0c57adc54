package dev.throughline.trace;

/// What kind of thing an item is; the first part of its trace token.
public enum Category {
    THINK,
    CONTENT,
    TOOL_ID,
    TOOL_IN,
    TOOL_OUT
}
