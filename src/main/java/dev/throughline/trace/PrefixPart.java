package dev.throughline.trace;

/// A part of a request that occurs in every later prompt of its conversation, and that a client may rewrite.
public enum PrefixPart {
    /// The system prompt.
    SYSTEM,
    /// The tools: their order, names, descriptions and schemas.
    TOOLS,
    /// Parameters that steer thinking.
    OPTIONS,
    /// Earlier texts of users and tools.
    HISTORY
}
