package dev.throughline.harness.recipe;

/// An unusable recipe; the message names the file and the error.
public final class RecipeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RecipeException(String message) {
        super(message);
    }
}
