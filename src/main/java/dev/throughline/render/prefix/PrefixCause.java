package dev.throughline.render.prefix;

/// Why a prompt does not go on where the one before it, with its answer, ended.
public enum PrefixCause {
    /// The client did not give back reasoning.
    REASONING_DROPPED,
    /// The client gave it back, and the template left it out.
    REASONING_CLEARED,
    /// Reasoning came back changed.
    REASONING_CHANGED,
    /// The text of an earlier answer came back changed.
    CONTENT_CHANGED,
    /// The arguments of an earlier call came back changed.
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
    /// Messages are missing, or others are in their place.
    HISTORY_REPLACED,
    /// Nothing changed in the conversation; the template writes an earlier message in another way.
    TEMPLATE_REWRITES,
    /// The prompts agree; the server computed again what it could have reused.
    SERVER
}
