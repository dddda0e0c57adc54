package dev.throughline.render;

/// The location of an answer in a prompt, in UTF-16 units.
///
/// @param message the index of its message
/// @param start start of its header
/// @param body end of the header: the model's output begins here
/// @param stop start of the string that ends it, or the end of the body if there is none
/// @param end end of that string
public record AnswerRegion(int message, int start, int body, int stop, int end) {}
