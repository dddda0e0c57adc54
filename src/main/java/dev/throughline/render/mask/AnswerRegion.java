package dev.throughline.render.mask;

/// Where an answer stands in a prompt, in UTF-16 units.
///
/// @param message the index of its message
/// @param start where its header begins
/// @param body behind the header: what the model writes begins here
/// @param stop where the string that ends it begins, or the end of the body where there is none
/// @param end behind that string
public record AnswerRegion(int message, int start, int body, int stop, int end) {
    /// Whether the prompt has a string that ends it.
    public boolean isStopped() {
        return end > stop;
    }
}
