package dev.throughline.load;

/// A streamed answer as a client heard it.
/// @param exchange its number in the run; 0 where no answer began
/// @param frames frames of data, the end marker among them
/// @param text reasoning and text, joined
/// @param isDone whether the end marker was received
/// @param hasError whether an error was received, as a frame or as the whole answer
/// @param endNanos when it was over, by `System.nanoTime`
public record StreamedAnswer(
        int exchange, int status, long frames, String text, boolean isDone, boolean hasError, long endNanos) {}
