package dev.throughline.backend;

/// Where one model of one backend puts its reasoning, as configured or observed.
public enum ReasoningState {
    /// Not observed yet; markers are read where they occur.
    UNSEEN("unseen"),
    /// In a separate field.
    PARSED("parsed"),
    /// In the content, between markers.
    INLINE("inline"),
    /// One answer looked as if its content began inside the reasoning; the next one is held back until that is known.
    LIKELY_PREFILLED("likely-prefilled"),
    /// In the content, which begins inside the reasoning.
    PREFILLED("prefilled"),
    /// An answer had no reasoning: the prompt does not open one.
    ABSENT("absent");

    private final String id;

    ReasoningState(String id) {
        this.id = id;
    }

    /// The name in the database and in metrics.
    public String id() {
        return id;
    }
}
