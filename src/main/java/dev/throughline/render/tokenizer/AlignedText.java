package dev.throughline.render.tokenizer;

/// A text derived from another one, with the original position of each of its UTF-16 units. An instance
/// without positions is the original text itself.
public final class AlignedText {
    private static final int[] SAME = new int[0];

    private final String value;
    private final int[] starts;
    private final int[] ends;

    public AlignedText(String value, int[] starts, int[] ends) {
        this.value = value;
        this.starts = starts;
        this.ends = ends;
    }

    public static AlignedText same(String text) {
        return new AlignedText(text, SAME, SAME);
    }

    public String value() {
        return value;
    }

    /// Where what begins at `unit` begins in the other text.
    public int start(int unit) {
        return starts.length == 0 ? unit : starts[unit];
    }

    /// Where what ends before `unit` ends in the other text.
    public int end(int unit) {
        return ends.length == 0 ? unit : ends[unit - 1];
    }

    /// `[from, to)` of this, behind a space that belongs to its first character.
    AlignedText withSpace(int from, int to) {
        int[] movedStarts = new int[to - from + 1];
        int[] movedEnds = new int[to - from + 1];
        for (int unit = from; unit < to; unit++) {
            movedStarts[unit - from + 1] = start(unit);
            movedEnds[unit - from + 1] = end(unit + 1);
        }
        movedStarts[0] = movedStarts[1];
        movedEnds[0] = end(CharacterClasses.next(value, from, to));
        return new AlignedText(" " + value.substring(from, to), movedStarts, movedEnds);
    }
}
