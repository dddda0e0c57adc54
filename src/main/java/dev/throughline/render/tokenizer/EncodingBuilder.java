package dev.throughline.render.tokenizer;

import dev.throughline.render.jinja.RenderWork;
import java.util.Arrays;

/// Collects the tokens of a text.
final class EncodingBuilder {
    /// The time is checked with every 4,096th token.
    private static final int CHECK = 0xfff;

    private int[] ids;
    private int[] starts;
    private int[] ends;
    private int size;

    /// @param expected how many tokens there may be; more is fine
    EncodingBuilder(int expected) {
        ids = new int[expected];
        starts = new int[expected];
        ends = new int[expected];
    }

    void add(int id, int start, int end) {
        if (size == ids.length) {
            int capacity = size + (size >> 1) + 16;
            ids = Arrays.copyOf(ids, capacity);
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
        }
        if ((size & CHECK) == 0) {
            RenderWork.checkTime();
        }
        ids[size] = id;
        starts[size] = start;
        ends[size++] = end;
    }

    Encoding build() {
        return new Encoding(Arrays.copyOf(ids, size), Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
    }
}
