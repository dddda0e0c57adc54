package dev.throughline.verdict;

/// Losses with which a run still passes, if its opener says so.
public enum Tolerance {
    /// White space at the ends of texts, in chat completions and without a signature. The other dialects demand every
    /// byte: their servers verify what they issued.
    TRIMMED
}
