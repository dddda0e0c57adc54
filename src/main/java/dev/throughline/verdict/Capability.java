package dev.throughline.verdict;

/// Something that a client may preserve or lose.
public enum Capability {
    THINK,
    CONTENT,
    TOOL_ID,
    TOOL_IN,
    TOOL_OUT,
    SIGNATURE,
    ORDER,
    /// Whether it sends thinking parameters.
    PARAMS,
    /// Whether it keeps the prefix of its prompts stable.
    CACHE,
    /// Whether the vendor that the stub answers as would take its requests; only of a run with a vendor.
    ACCEPTED;

    /// A description for people.
    public String meaning() {
        return switch (this) {
            case THINK -> "the model’s reasoning";
            case CONTENT -> "the text of its answers";
            case TOOL_ID -> "the ids of its tool calls";
            case TOOL_IN -> "the arguments of its tool calls";
            case TOOL_OUT -> "the results of tool calls";
            case SIGNATURE -> "the signatures over its reasoning";
            case ORDER -> "the order of these parts";
            case PARAMS -> "whether the client sends thinking parameters";
            case CACHE -> "whether prompts begin as the ones before, so that a cache can serve them";
            case ACCEPTED -> "whether the vendor would accept the requests";
        };
    }

    /// Whether a PASS requires it; the others are checks beside the verdict.
    public boolean isRequired() {
        return switch (this) {
            case THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE, ORDER, ACCEPTED -> true;
            case PARAMS, CACHE -> false;
        };
    }
}
