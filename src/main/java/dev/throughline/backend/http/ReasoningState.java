package dev.throughline.backend.http;

/// Where the reasoning of one model of one backend comes, as set or as its answers showed.
public enum ReasoningState {
    /// No answer has shown it; markers are read where they stand.
    UNSEEN("unseen"),
    /// In a field of its own.
    PARSED("parsed"),
    /// In the content, between markers.
    INLINE("inline"),
    /// One answer looked as if its content began inside the reasoning; the next one is read when it is known.
    LIKELY_PREFILLED("likely-prefilled"),
    /// In the content, which begins inside the reasoning.
    PREFILLED("prefilled"),
    /// An answer came without reasoning: the prompt does not open one.
    ABSENT("absent");

    private final String id;

    ReasoningState(String id) {
        this.id = id;
    }

    /// The name in the record and in metrics.
    public String id() {
        return id;
    }
}
