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

    /// A text derived from this one, with positions in the text that this is derived from.
    AlignedText then(AlignedText further) {
        int length = further.value.length();
        int[] movedStarts = new int[length];
        int[] movedEnds = new int[length];
        for (int unit = 0; unit < length; unit++) {
            movedStarts[unit] = start(further.start(unit));
            movedEnds[unit] = end(further.end(unit + 1));
        }
        return length == 0 ? same("") : new AlignedText(further.value, movedStarts, movedEnds);
    }

    /// `[from, to)` of this.
    AlignedText part(int from, int to) {
        int[] movedStarts = new int[to - from];
        int[] movedEnds = new int[to - from];
        for (int unit = from; unit < to; unit++) {
            movedStarts[unit - from] = start(unit);
            movedEnds[unit - from] = end(unit + 1);
        }
        return new AlignedText(value.substring(from, to), movedStarts, movedEnds);
    }

    /// This with another character in the place of one.
    AlignedText replaced(char old, char other) {
        return value.indexOf(old) < 0 ? this : new AlignedText(value.replace(old, other), starts, ends);
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
