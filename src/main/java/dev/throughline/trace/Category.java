package dev.throughline.trace;

/// The kind of an item; the first part of its trace token.
public enum Category {
    THINK,
    CONTENT,
    TOOL_ID,
    TOOL_IN,
    TOOL_OUT
}
