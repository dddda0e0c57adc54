package dev.throughline.backend.settings;

/// Where a backend returns reasoning.
public enum ReasoningIn {
    /// In a separate field.
    PARSED("parsed"),
    /// In the content, between markers.
    INLINE("inline"),
    /// In the content, which begins inside the reasoning: the prompt has opened it.
    PREFILLED("prefilled"),
    /// Learnt from its answers: a closer without an opener shows that the prompt opens the reasoning.
    AUTO("auto");

    private final String id;

    ReasoningIn(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
