package dev.throughline.filter;

/// The evidence in a whole answer of where its model puts reasoning.
public enum ReasoningEvidence {
    /// The backend sent a reasoning field.
    FIELD,
    /// A closer ended a text without an opener: the prompt opens the reasoning.
    CLOSED,
    /// The same, but with white space on both sides of the closer, which may be a mention.
    CLOSED_APART,
    /// The answer ended normally as text, without any marker, reasoning field or call.
    ABSENT,
    /// Nothing certain: markers that the model opened itself, a call, or an answer that was cut off.
    NONE
}
