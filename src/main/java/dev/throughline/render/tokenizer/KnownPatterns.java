package dev.throughline.render.tokenizer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The regular expressions of widespread models, and their scanners. Sources: GPT-2's `encoder.py`, the
/// `tokenizer.json` of Llama 3, GLM-4, Qwen2, Qwen3.5, gpt-oss and Mistral Nemo.
final class KnownPatterns {
    /// GPT-2, and `ByteLevel` with `use_regex`.
    static final String GPT2 = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
    /// Llama 3 and GLM-4 and later.
    static final String THREE_DIGITS = prefixed("\\p{N}{1,3}");
    /// Qwen 2 and 3.
    static final String ONE_DIGIT = prefixed("\\p{N}");
    /// Qwen 3.5.
    static final String WITH_MARKS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}"
            + "| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    /// gpt-oss.
    static final String O200K = cased("(?i:'s|'t|'re|'ve|'m|'ll|'d)?", "\\p{N}{1,3}");
    /// Mistral since Nemo.
    static final String TEKKEN = cased("", "\\p{N}");

    private static final Map<String, Splitter> SCANNERS = scanners();

    private KnownPatterns() {}

    /// The scanner that cuts as `regex` with behavior `Isolated`.
    static Optional<Splitter> scanner(String regex) {
        return Optional.ofNullable(SCANNERS.get(regex));
    }

    /// All patterns that have a scanner.
    static List<String> all() {
        return SCANNERS.keySet().stream().sorted().toList();
    }

    private static Map<String, Splitter> scanners() {
        Map<String, Splitter> found = new HashMap<>();
        found.put(GPT2, new WordScanner(new SpacedLetters(), Contractions.EXACT, Integer.MAX_VALUE, false, "", false));
        var letters = new PrefixedLetters(CharacterClasses.LETTER);
        var marks = new PrefixedLetters(CharacterClasses.LETTER | CharacterClasses.MARK);
        found.put(THREE_DIGITS, new WordScanner(letters, Contractions.ANY_CASE, 3, false, "\r\n", true));
        found.put(ONE_DIGIT, new WordScanner(letters, Contractions.ANY_CASE, 1, false, "\r\n", true));
        found.put(WITH_MARKS, new WordScanner(marks, Contractions.ANY_CASE, 1, true, "\r\n", true));
        found.put(
                O200K,
                new WordScanner(new CasedLetters(Contractions.ANY_CASE), Contractions.NONE, 3, false, "\r\n/", true));
        found.put(
                TEKKEN,
                new WordScanner(new CasedLetters(Contractions.NONE), Contractions.NONE, 1, false, "\r\n/", true));
        return found;
    }

    private static String prefixed(String digits) {
        return "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|" + digits
                + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    }

    private static String cased(String contraction, String digits) {
        return "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+" + contraction
                + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*"
                + contraction
                + "|" + digits + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
    }

    /// ` ?\p{L}+`
    record SpacedLetters() implements WordScanner.LetterRule {
        @Override
        public int end(String text, int at, int to) {
            int first = text.charAt(at) == ' ' ? at + 1 : at;
            int end = CharacterClasses.runEnd(text, first, to, CharacterClasses.LETTER);
            return end == first ? at : end;
        }
    }

    /// `[^\r\n\p{L}\p{N}]?\p{L}+`, or with marks `[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+`
    ///
    /// @param classes the classes of a word's characters
    record PrefixedLetters(int classes) implements WordScanner.LetterRule {
        private static final int NO_PREFIX =
                CharacterClasses.NEWLINE | CharacterClasses.LETTER | CharacterClasses.NUMBER;

        @Override
        public int end(String text, int at, int to) {
            int first = at;
            int found = CharacterClasses.at(text, at, to);
            if ((found & classes) == 0 && (found & NO_PREFIX) == 0) {
                first = CharacterClasses.next(text, at, to);
            }
            int end = CharacterClasses.runEnd(text, first, to, classes);
            return end == first ? at : end;
        }
    }

    /// A word of the o200k pattern: capitals and then small letters, or else capitals alone, behind at most one
    /// character that is no letter, number or line end, and with a contraction. Letters without case, and marks,
    /// are both.
    record CasedLetters(Contractions contractions) implements WordScanner.LetterRule {
        private static final int NO_PREFIX =
                CharacterClasses.NEWLINE | CharacterClasses.LETTER | CharacterClasses.NUMBER;
        private static final int IN_WORDS = CharacterClasses.LETTER | CharacterClasses.MARK;

        @Override
        public int end(String text, int at, int to) {
            boolean hasPrefix = (CharacterClasses.at(text, at, to) & NO_PREFIX) == 0;
            int behindPrefix = hasPrefix ? CharacterClasses.next(text, at, to) : at;
            int end = mixedEnd(text, behindPrefix, to);
            if (end > behindPrefix) {
                return contractions.end(text, end, to);
            }
            int unprefixed = hasPrefix ? mixedEnd(text, at, to) : at;
            if (unprefixed > at) {
                return contractions.end(text, unprefixed, to);
            }
            int capitals = capitalsEnd(text, behindPrefix, to);
            return capitals > behindPrefix ? contractions.end(text, capitals, to) : at;
        }

        /// Capitals as far as they go, then small letters, of which there is at least one.
        private static int mixedEnd(String text, int from, int to) {
            int end = from;
            int at = from;
            while (at < to && isCapital(CharacterClasses.at(text, at, to))) {
                boolean isBoth = isSmall(CharacterClasses.at(text, at, to));
                at = CharacterClasses.next(text, at, to);
                end = isBoth ? at : end;
            }
            if (at < to && isSmall(CharacterClasses.at(text, at, to))) {
                end = at;
                while (end < to && isSmall(CharacterClasses.at(text, end, to))) {
                    end = CharacterClasses.next(text, end, to);
                }
            }
            return end;
        }

        private static int capitalsEnd(String text, int from, int to) {
            int end = from;
            while (end < to && isCapital(CharacterClasses.at(text, end, to))) {
                end = CharacterClasses.next(text, end, to);
            }
            return end;
        }

        private static boolean isCapital(int classes) {
            return (classes & IN_WORDS) != 0 && (classes & CharacterClasses.LOWER) == 0;
        }

        private static boolean isSmall(int classes) {
            return (classes & IN_WORDS) != 0 && (classes & CharacterClasses.UPPER) == 0;
        }
    }
}
