package dev.throughline.verdict;

/// Something that a client may preserve or lose.
public enum Capability {
    THINK("the model’s reasoning"),
    CONTENT("the text of its answers"),
    TOOL_ID("the ids of its tool calls"),
    TOOL_IN("the arguments of its tool calls"),
    TOOL_OUT("the results of tool calls"),
    SIGNATURE("the signatures over its reasoning"),
    ORDER("the order of these parts"),
    /// Whether it sends thinking parameters.
    PARAMS("whether the client sends thinking parameters"),
    /// Whether it keeps the prefix of its prompts stable.
    CACHE("whether prompts begin as the ones before, so that a cache can serve them"),
    /// Whether the vendor that the stub answers as would take its requests; only of a run with a vendor.
    ACCEPTED("whether the vendor would accept the requests");

    private final String meaning;

    Capability(String meaning) {
        this.meaning = meaning;
    }

    /// A description for people.
    public String meaning() {
        return meaning;
    }

    /// Whether a PASS requires it; the others are checks beside the verdict.
    public boolean isRequired() {
        return switch (this) {
            case THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE, ORDER, ACCEPTED -> true;
            case PARAMS, CACHE -> false;
        };
    }
}
