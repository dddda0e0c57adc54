package dev.throughline.render.tokenizer;

/// A token that is found in the text before any other processing.
///
/// @param special whether it controls the model and is no text
/// @param lstrip whether white space before it belongs to it
/// @param rstrip whether white space behind it belongs to it
/// @param singleWord whether it is found only where no letter, digit or underscore touches it
/// @param normalized whether it is looked for in the normalized text
public record AddedToken(
        int id,
        String content,
        boolean special,
        boolean lstrip,
        boolean rstrip,
        boolean singleWord,
        boolean normalized) {
    /// A token that is found wherever it is spelled.
    public static AddedToken plain(int id, String content, boolean special) {
        return new AddedToken(id, content, special, false, false, false, false);
    }
}
