package dev.throughline.render;

/// Why a prompt does not continue the previous one with its answer.
public enum PrefixCause {
    /// The client did not return reasoning.
    REASONING_DROPPED,
    /// The client returned it, and the template left it out.
    REASONING_CLEARED,
    /// Reasoning was returned changed.
    REASONING_CHANGED,
    /// The text of an earlier answer was returned changed.
    CONTENT_CHANGED,
    /// The arguments of an earlier call were returned changed.
    ARGUMENTS_CHANGED,
    /// A system or developer message changed.
    SYSTEM_CHANGED,
    /// The tools changed.
    TOOLS_CHANGED,
    /// An option of the template changed.
    OPTIONS_CHANGED,
    /// Another template was used.
    TEMPLATE_CHANGED,
    /// A user message, a tool's result or another field of a message changed.
    MESSAGE_CHANGED,
    /// Messages are missing or replaced by others.
    HISTORY_REPLACED,
    /// Nothing changed in the conversation; the template writes an earlier message in another way.
    TEMPLATE_REWRITES,
    /// The prompts agree; the server recomputed what it could have reused.
    SERVER
}
