package dev.throughline.filter;

/// Who writes the opener of an answer's first reasoning, if it has any.
public enum ReasoningOpening {
    /// The model: content is content until an opener comes.
    MODEL,
    /// The prompt: content is reasoning until a closer comes.
    PROMPT,
    /// Not known yet; a `ReasoningStartDetector` finds out from the answer before the filter reads it.
    UNKNOWN
}
