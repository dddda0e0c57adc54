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

    /// Whether a PASS requires it; the others are checks beside the verdict.
    public boolean isRequired() {
        return switch (this) {
            case THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE, ORDER, ACCEPTED -> true;
            case PARAMS, CACHE -> false;
        };
    }
}
