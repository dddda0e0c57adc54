package dev.throughline.export;

/// What a colour says; the page chooses the colour. Never the only sign of it: the word stands beside it.
public enum Tone {
    GOOD("good"),
    BAD("bad"),
    WARN("warn"),
    NONE("none");

    private final String style;

    Tone(String style) {
        this.style = style;
    }

    /// The class of an element in that tone.
    public String style() {
        return style;
    }
}
