package dev.throughline.run.report;

import dev.throughline.trace.Category;

/// Words for the kinds of items on pages.
public final class ItemWording {
    private ItemWording() {}

    public static String kind(Category category) {
        return switch (category) {
            case THINK -> "reasoning";
            case CONTENT -> "text";
            case TOOL_ID -> "call id";
            case TOOL_IN -> "call input";
            case TOOL_OUT -> "tool result";
        };
    }
}
