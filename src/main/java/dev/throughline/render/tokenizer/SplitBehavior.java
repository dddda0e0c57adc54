package dev.throughline.render.tokenizer;

import java.util.Arrays;

/// How the delimiters that a pre-tokenizer finds are handled. Source: `SplitDelimiterBehavior` of Hugging
/// Face tokenizers.
enum SplitBehavior {
    /// They are removed.
    REMOVED("Removed"),
    /// Each is a piece.
    ISOLATED("Isolated"),
    /// Each belongs to the piece before it.
    MERGED_WITH_PREVIOUS("MergedWithPrevious"),
    /// Each belongs to the piece after it.
    MERGED_WITH_NEXT("MergedWithNext"),
    /// Adjacent ones form one piece.
    CONTIGUOUS("Contiguous");

    private final String label;

    SplitBehavior(String label) {
        this.label = label;
    }

    /// Its name in a `tokenizer.json`.
    String label() {
        return label;
    }

    /// Delimiters and what is between them, of one part of a text.
    static final class Stretches {
        private int[] ends = new int[16];
        private boolean[] delimiters = new boolean[16];
        private int size;

        /// Adds what ends at `end`, unless it is empty.
        void add(int from, int end, boolean isDelimiter) {
            if (from == end) {
                return;
            }
            if (size == ends.length) {
                ends = Arrays.copyOf(ends, 2 * size);
                delimiters = Arrays.copyOf(delimiters, 2 * size);
            }
            ends[size] = end;
            delimiters[size++] = isDelimiter;
        }
    }

    void apply(Stretches found, int from, Splitter.PieceSink out) {
        int start = from;
        for (int index = 0; index < found.size; index++) {
            if (!joinsNext(found, index)) {
                if (this != REMOVED || !found.delimiters[index]) {
                    out.piece(start, found.ends[index]);
                }
                start = found.ends[index];
            }
        }
    }

    private boolean joinsNext(Stretches found, int index) {
        if (index + 1 == found.size) {
            return false;
        }
        boolean is = found.delimiters[index];
        boolean next = found.delimiters[index + 1];
        return switch (this) {
            case REMOVED, ISOLATED -> false;
            case MERGED_WITH_PREVIOUS -> next && !is;
            case MERGED_WITH_NEXT -> is && !next;
            case CONTIGUOUS -> is == next;
        };
    }
}
