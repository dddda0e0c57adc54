package dev.throughline.render.jinja;

/// The origin of a character in a rendered text.
public sealed interface Origin {
    /// Text of the template that belongs to no message.
    Frame FRAME = new Frame();

    /// Text, or a key or mark of the JSON form, of the value at `pointer`.
    record Content(ContentPointer pointer) implements Origin {}

    /// Text of the template, written for the message of this index: the innermost loop item or macro argument.
    record Scaffold(int message) implements Origin {}

    /// Text of the template outside of every message.
    record Frame() implements Origin {}

    /// The index of the message that this belongs to, or -1.
    default int message() {
        return switch (this) {
            case Content content -> content.pointer().message();
            case Scaffold scaffold -> scaffold.message();
            case Frame _ -> -1;
        };
    }
}
