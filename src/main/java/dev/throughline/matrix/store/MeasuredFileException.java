package dev.throughline.matrix.store;

/// A file of measurements is damaged; the message names the line.
final class MeasuredFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MeasuredFileException(int line, String expected, String found) {
        super("line " + line + ": expected " + expected + ", found " + found);
    }
}
