package dev.throughline.filter;

/// What one whole answer shows about where its model puts reasoning.
public enum ReasoningEvidence {
    /// The backend sent a reasoning field.
    FIELD,
    /// A closer ended a text that nobody had opened: the prompt opens the reasoning.
    CLOSED,
    /// The same, but white space stands on both sides of the closer: it may be one that is talked about.
    CLOSED_APART,
    /// The answer ended regularly as text, without any marker, a reasoning field or a call.
    ABSENT,
    /// Nothing certain: markers that the model opened itself, a call, an answer that was cut.
    NONE
}
