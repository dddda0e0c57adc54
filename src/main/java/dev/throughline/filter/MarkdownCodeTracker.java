package dev.throughline.filter;

/// Tracks whether a text, read incrementally, has entered code in Markdown: inside a fence (three or more
/// backticks or tildes at the beginning of a line, up to the next such line) or behind a run of backticks that
/// no other run of the same length on its line has closed, which may be a code span.
///
/// Source: CommonMark 0.31, "Fenced code blocks", "Code spans".
public final class MarkdownCodeTracker {
    private static final int FENCE = 3;

    private boolean inFence;
    /// Length of the run that opened a span; 0 for none.
    private int span;

    private boolean isLineStart = true;
    private char run;
    private int length;
    private boolean isRunAtStart;

    public void text(String source, int from, int to) {
        for (int at = from; at < to; at++) {
            char next = source.charAt(at);
            if (length > 0 || isLineStart || next == '\n' || next == '`' || next == '~') {
                read(next);
            }
        }
    }

    /// Whether a fence is open.
    public boolean inFence() {
        return inFence || length >= FENCE && isRunAtStart;
    }

    /// Whether a run of backticks on this line may have opened a code span.
    public boolean inSpan() {
        return !inFence && (run == '`' ? behindRun() : span) > 0;
    }

    private void read(char next) {
        if (next == run && length > 0) {
            length++;
            return;
        }
        endRun();
        if (next == '`' || next == '~') {
            run = next;
            length = 1;
            isRunAtStart = isLineStart;
        }
        if (next == '\n') {
            isLineStart = true;
            span = 0;
        } else {
            isLineStart = isLineStart && next == ' ';
        }
    }

    private void endRun() {
        if (length >= FENCE && isRunAtStart) {
            inFence = !inFence;
        } else if (run == '`' && !inFence) {
            span = behindRun();
        }
        run = 0;
        length = 0;
    }

    private int behindRun() {
        return span == 0 ? length : span == length ? 0 : span;
    }
}
