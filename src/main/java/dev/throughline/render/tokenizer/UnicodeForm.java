package dev.throughline.render.tokenizer;

import java.text.Normalizer;
import java.util.Arrays;

/// A normalization form of Unicode.
enum UnicodeForm implements TextNormalizer {
    NFC(Normalizer.Form.NFC, 0x300),
    NFKC(Normalizer.Form.NFKC, 0xA0);

    private final Normalizer.Form form;
    private final int firstChanged;

    /// @param firstChanged the first character that the form may change
    UnicodeForm(Normalizer.Form form, int firstChanged) {
        this.form = form;
        this.firstChanged = firstChanged;
    }

    @Override
    public boolean keeps(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (text.charAt(at) >= firstChanged) {
                return Normalizer.isNormalized(text.substring(from, to), form);
            }
        }
        return true;
    }

    @Override
    public AlignedText normalize(String text, int from, int to) {
        Composition composition = new Composition(form, to - from);
        int at = from;
        while (at < to) {
            int end = CharacterClasses.next(text, at, to);
            while (end < to && joins(CharacterClasses.codePointAt(text, end, to))) {
                end = CharacterClasses.next(text, end, to);
            }
            composition.add(text, at, end);
            at = end;
        }
        return composition.text();
    }

    /// Whether a character may compose with, or move across, one before it. A superset of what Unicode lists is good.
    private static boolean joins(int codePoint) {
        return (CharacterClasses.of(codePoint) & CharacterClasses.MARK) != 0
                || codePoint >= 0x1160 && codePoint <= 0x11FF
                || codePoint >= 0x3131 && codePoint <= 0x318E
                || codePoint >= 0xFF9E && codePoint <= 0xFFDC
                || codePoint >= 0x16D63 && codePoint <= 0x16D6A;
    }

    /// Normalizes a character together with those that it combines with. If several become one, the first
    /// is its origin, as in Hugging Face tokenizers.
    private static final class Composition {
        private final Normalizer.Form form;
        private final StringBuilder value;
        private int[] starts;
        private int[] ends;

        Composition(Normalizer.Form form, int length) {
            this.form = form;
            value = new StringBuilder(length);
            starts = new int[length + 16];
            ends = new int[length + 16];
        }

        void add(String text, int from, int to) {
            String segment = text.substring(from, to);
            String composed = Normalizer.normalize(segment, form);
            int lost = segment.codePointCount(0, segment.length()) - composed.codePointCount(0, composed.length());
            int source = from;
            for (int at = 0; at < composed.length(); at = CharacterClasses.next(composed, at, composed.length())) {
                int sourceEnd = CharacterClasses.next(text, source, to);
                put(composed.codePointAt(at), source, sourceEnd);
                source = at == 0 ? skip(text, sourceEnd, to, lost) : sourceEnd;
                if (source >= to) {
                    source = text.offsetByCodePoints(to, -1);
                }
            }
        }

        private static int skip(String text, int from, int to, int count) {
            int at = from;
            for (int skipped = 0; skipped < count && at < to; skipped++) {
                at = CharacterClasses.next(text, at, to);
            }
            return at;
        }

        private void put(int codePoint, int start, int end) {
            int at = value.length();
            value.appendCodePoint(codePoint);
            if (value.length() > starts.length) {
                starts = Arrays.copyOf(starts, value.length() * 2);
                ends = Arrays.copyOf(ends, value.length() * 2);
            }
            for (int unit = at; unit < value.length(); unit++) {
                starts[unit] = start;
                ends[unit] = end;
            }
        }

        AlignedText text() {
            return new AlignedText(value.toString(), starts, ends);
        }
    }
}
