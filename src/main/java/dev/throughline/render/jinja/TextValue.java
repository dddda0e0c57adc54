package dev.throughline.render.jinja;

import java.util.Arrays;
import java.util.List;

/// A string that knows the origin of each of its characters, as runs of equal origin. Offsets and lengths are in
/// UTF-16 units. Equal to another text of the same characters, whatever their origins. Comparable, so that hash tables
/// find one of many with equal hashes fast.
public final class TextValue implements TemplateValue, Comparable<TextValue> {
    /// No characters.
    public static final TextValue EMPTY = new TextValue("", new Run[0], false);

    private final String value;
    private final Run[] runs;
    private final boolean markup;

    /// Neighboring characters of one origin; of content, `offset` is where they begin in the value at its pointer.
    public record Run(Origin origin, int offset, int length) {}

    public TextValue(String value, Run[] runs, boolean markup) {
        this.value = value;
        this.runs = runs;
        this.markup = markup;
    }

    /// A text of one origin.
    public static TextValue of(String value, Origin origin) {
        return value.isEmpty() ? EMPTY : new TextValue(value, new Run[] {new Run(origin, 0, value.length())}, false);
    }

    /// The characters.
    public String value() {
        return value;
    }

    /// The runs in order; their lengths add up to that of the text.
    public List<Run> runs() {
        return List.of(runs);
    }

    /// Whether it is marked safe for HTML, so that what is joined to it is escaped.
    public boolean isMarkup() {
        return markup;
    }

    public TextValue asMarkup(boolean isMarkup) {
        return isMarkup == markup ? this : new TextValue(value, runs, isMarkup);
    }

    int runCount() {
        return runs.length;
    }

    Origin originAt(int index) {
        int end = 0;
        for (Run run : runs) {
            end += run.length();
            if (index < end) {
                return run.origin();
            }
        }
        return Origin.FRAME;
    }

    /// The index of the message whose content this begins with, or -1.
    @Override
    public int message() {
        return runs.length > 0 && runs[0].origin() instanceof Origin.Content content
                ? content.pointer().message()
                : -1;
    }

    TextValue substring(RenderBudget budget, int from, int to) {
        if (from == 0 && to == value.length()) {
            return this;
        }
        if (from >= to) {
            return EMPTY;
        }
        budget.characters(to - from);
        budget.compared(runs.length);
        return new TextValue(value.substring(from, to), slice(from, to), markup);
    }

    void appendRuns(TextValueBuilder to, int from, int end) {
        int start = 0;
        for (Run run : runs) {
            int first = Math.max(from, start);
            int last = Math.min(end, start + run.length());
            if (first < last) {
                to.run(run.origin(), run.offset() + first - start, last - first);
            }
            start += run.length();
        }
    }

    private Run[] slice(int from, int to) {
        if (runs.length == 1) {
            return new Run[] {new Run(runs[0].origin(), runs[0].offset() + from, to - from)};
        }
        Run[] found = new Run[runs.length];
        int count = 0;
        int start = 0;
        for (Run run : runs) {
            int first = Math.max(from, start);
            int last = Math.min(to, start + run.length());
            if (first < last) {
                found[count++] = new Run(run.origin(), run.offset() + first - start, last - first);
            }
            start += run.length();
        }
        return Arrays.copyOf(found, count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TextValue text && text.value.equals(value);
    }

    @Override
    public int compareTo(TextValue other) {
        return value.compareTo(other.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value;
    }
}
