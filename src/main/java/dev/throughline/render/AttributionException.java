package dev.throughline.render;

/// A prompt whose characters cannot be attributed, with what is missing or does not match.
public final class AttributionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    AttributionException(String message) {
        super(message);
    }
}
