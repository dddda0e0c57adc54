package dev.throughline.wire;

import java.util.Arrays;

/// Where a chat backend reads the reasoning of earlier answers. Source: the backends' chat templates and parsers.
public enum HistoryField {
    /// As the client wrote it; in a body that is newly written, `reasoning_content` if nothing is known of the backend.
    AS_SENT("as-sent"),
    REASONING_CONTENT("reasoning_content"),
    REASONING("reasoning"),
    /// `reasoning_content` and `reasoning` with the same text.
    BOTH("both"),
    /// `reasoning_details`, one entry per block.
    DETAILS("details"),
    /// Before the content, between `<think>` and `</think>`.
    THINK_TAGS("think-tags"),
    /// In the content, as parts `{type: "thinking", thinking: [{type: "text", text}]}` before the text.
    THINKING_CHUNKS("thinking-chunks"),
    /// Nowhere: the backend rejects it.
    NONE("none");

    private final String id;

    HistoryField(String id) {
        this.id = id;
    }

    /// The field with this name.
    /// @throws IllegalArgumentException if there is none
    public static HistoryField of(String id) {
        return Arrays.stream(values())
                .filter(field -> field.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no history field " + id + "."));
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
