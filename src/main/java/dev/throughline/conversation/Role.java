package dev.throughline.conversation;

/// The author of a message. `developer` of OpenAI is SYSTEM; a message that only carries tool results is TOOL.
public enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL
}
