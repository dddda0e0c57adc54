package dev.throughline.render.jinja;

/// A text that a regular expression reads: the work's time is checked with every few thousand characters, however
/// often it reads one again.
///
/// Whoever matches calls [#of] and reads groups from it as from a string.
public final class CheckedText implements CharSequence {
    private static final int CHECK = 4_096;

    private final String text;
    private final RenderWork work;
    private int read;

    private CheckedText(String text, RenderWork work) {
        this.text = text;
        this.work = work;
    }

    /// `text`, for the rendering in progress on this thread. Not thread-safe.
    public static CharSequence of(String text) {
        return new CheckedText(text, RenderWork.current());
    }

    @Override
    public char charAt(int index) {
        if (++read == CHECK) {
            read = 0;
            work.check();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
