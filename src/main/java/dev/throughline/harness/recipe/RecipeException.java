package dev.throughline.harness.recipe;

/// A recipe that cannot be used; the message names the file and what is wrong with it.
public final class RecipeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RecipeException(String message) {
        super(message);
    }
}
