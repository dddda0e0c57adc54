package dev.throughline.export;

/// The meaning of a color; the page chooses the color. Never the only indication: the word is shown as well.
public enum Tone {
    GOOD("good"),
    BAD("bad"),
    WARN("warn"),
    NONE("none");

    private final String style;

    Tone(String style) {
        this.style = style;
    }

    /// The CSS class for this tone.
    public String style() {
        return style;
    }

    /// The CSS classes of a word on a colored background.
    public String pill() {
        return this == NONE ? "pill" : "pill " + style;
    }
}
