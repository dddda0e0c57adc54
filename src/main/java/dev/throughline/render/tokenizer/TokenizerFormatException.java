package dev.throughline.render.tokenizer;

/// An unusable tokenizer, or a file without a usable one, with the location of what is invalid or not supported.
public final class TokenizerFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String place;

    /// @param place a JSON pointer, or the key of a GGUF file's metadata; empty for the whole file
    public TokenizerFormatException(String place, String message) {
        super(place.isEmpty() ? message : place + ": " + message);
        this.place = place;
    }

    /// A JSON pointer, or the key of a GGUF file's metadata; empty for the whole file.
    public String place() {
        return place;
    }
}
