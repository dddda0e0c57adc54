package dev.throughline.conversation;

/// A wire protocol that a client speaks.
public enum Dialect {
    OPENAI_CHAT("openai-chat", "OAI", "call_"),
    ANTHROPIC("anthropic", "ANT", "toolu_"),
    RESPONSES("responses", "RSP", "call_");

    private final String id;
    private final String tokenTag;
    private final String callIdPrefix;

    Dialect(String id, String tokenTag, String callIdPrefix) {
        this.id = id;
        this.tokenTag = tokenTag;
        this.callIdPrefix = callIdPrefix;
    }

    /// The name used in options, the API and the database.
    public String id() {
        return id;
    }

    /// The API part of a trace token.
    public String tokenTag() {
        return tokenTag;
    }

    /// The prefix of a native tool call id.
    public String callIdPrefix() {
        return callIdPrefix;
    }
}
