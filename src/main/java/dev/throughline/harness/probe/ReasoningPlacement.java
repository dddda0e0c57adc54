package dev.throughline.harness.probe;

import java.util.Arrays;
import java.util.List;

/// Where a history's reasoning is written.
public enum ReasoningPlacement {
    NONE("none", "none"),
    REASONING_CONTENT("reasoning_content", "reasoning_content"),
    REASONING("reasoning", "reasoning"),
    DETAILS("reasoning_details", "details"),
    BOTH("reasoning_content + reasoning", "both"),
    /// No reasoning field: it shows that text in the content arrives, not that reasoning does.
    THINK_TAGS("<think> in content", "think-tags"),
    /// A field that no server reads: what grows with it is not the prompt.
    UNREAD("x_probe_unread", "none"),
    THINKING_BLOCK("thinking block", "as-sent"),
    REASONING_ITEM("reasoning item", "as-sent");

    private final String label;
    private final String setting;

    ReasoningPlacement(String label, String setting) {
        this.label = label;
        this.setting = setting;
    }

    /// The name in a report.
    public String label() {
        return label;
    }

    /// The value of the setting `reasoning-field` for this placement.
    public String setting() {
        return setting;
    }

    /// Whether it is a field for reasoning.
    boolean isField() {
        return switch (this) {
            case NONE, THINK_TAGS, UNREAD -> false;
            case REASONING_CONTENT, REASONING, DETAILS, BOTH, THINKING_BLOCK, REASONING_ITEM -> true;
        };
    }

    /// The placements that a dialect's server may read, in order of preference.
    public static List<ReasoningPlacement> candidates(ServerDialect dialect) {
        return switch (dialect) {
            case CHAT -> List.of(REASONING_CONTENT, REASONING, DETAILS, BOTH, THINK_TAGS);
            case MESSAGES -> List.of(THINKING_BLOCK);
            case RESPONSES -> List.of(REASONING_ITEM);
        };
    }

    /// The placement that returns reasoning to a server in the field in which it was emitted.
    public static ReasoningPlacement echoing(ServerDialect dialect, List<String> emitted) {
        return switch (dialect) {
            case CHAT ->
                Arrays.stream(values())
                        .filter(place -> emitted.contains(place.label))
                        .findFirst()
                        .orElse(REASONING_CONTENT);
            case MESSAGES -> THINKING_BLOCK;
            case RESPONSES -> REASONING_ITEM;
        };
    }
}
