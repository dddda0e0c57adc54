package dev.throughline.render.tokenizer;

import java.util.Arrays;

/// Builds a text from parts of another one and from what stands for such parts.
final class AlignedBuilder {
    private final StringBuilder value;
    private int[] starts;
    private int[] ends;

    /// @param expected how many units there may be; more is fine
    AlignedBuilder(int expected) {
        value = new StringBuilder(expected);
        starts = new int[expected + 16];
        ends = new int[expected + 16];
    }

    /// Adds `text`, which stands for `[start, end)` of the other text.
    AlignedBuilder add(String text, int start, int end) {
        int from = value.length();
        value.append(text);
        room();
        Arrays.fill(starts, from, value.length(), start);
        Arrays.fill(ends, from, value.length(), end);
        return this;
    }

    /// Adds `[from, to)` of the other text as it is.
    AlignedBuilder same(String other, int from, int to) {
        int at = value.length();
        value.append(other, from, to);
        room();
        for (int unit = from; unit < to; unit++, at++) {
            starts[at] = unit;
            ends[at] = unit + 1;
        }
        return this;
    }

    private void room() {
        if (value.length() > starts.length) {
            starts = Arrays.copyOf(starts, value.length() * 2);
            ends = Arrays.copyOf(ends, value.length() * 2);
        }
    }

    AlignedText build() {
        return new AlignedText(value.toString(), starts, ends);
    }
}
