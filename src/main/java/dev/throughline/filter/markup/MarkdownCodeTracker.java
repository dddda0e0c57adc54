package dev.throughline.filter.markup;

/// Tracks whether a text, read incrementally, has entered code in Markdown: inside a fence (three or more
/// backticks or tildes at the beginning of a line, up to the next such line) or after an odd number of runs
/// of backticks on its line, which may be a code span.
///
/// Source: CommonMark 0.31, "Fenced code blocks", "Code spans".
public final class MarkdownCodeTracker {
    private static final int FENCE = 3;

    private boolean inFence;
    private boolean inSpan;
    private boolean isLineStart = true;
    private char run;
    private int length;
    private boolean isRunAtStart;

    public void text(String source, int from, int to) {
        for (int at = from; at < to; at++) {
            read(source.charAt(at));
        }
    }

    /// Whether a fence is open.
    public boolean inFence() {
        return inFence || length >= FENCE && isRunAtStart;
    }

    /// Whether a run of backticks on this line may have opened a code span.
    public boolean inSpan() {
        return !inFence && (inSpan ^ (run == '`' && length > 0));
    }

    private void read(char next) {
        if (next == run) {
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
            inSpan = false;
        } else {
            isLineStart = isLineStart && next == ' ';
        }
    }

    private void endRun() {
        if (length >= FENCE && isRunAtStart) {
            inFence = !inFence;
        } else if (run == '`' && !inFence) {
            inSpan = !inSpan;
        }
        run = 0;
        length = 0;
    }
}
