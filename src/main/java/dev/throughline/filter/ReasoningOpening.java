package dev.throughline.filter;

/// Says who writes the opener of an answer's first reasoning, if it has any.
public enum ReasoningOpening {
    /// The model: content is content until an opener.
    MODEL,
    /// The prompt: content is reasoning until a closer.
    PROMPT,
    /// Not known yet; a `ReasoningStartDetector` decides it from the answer before the filter reads it.
    UNKNOWN,
    /// The same, of a model about which not even its name says anything: what is held back to decide it must not
    /// delay an answer noticeably.
    UNDESCRIBED;

    /// Whether it needs no detector.
    boolean isKnown() {
        return this == MODEL || this == PROMPT;
    }
}
