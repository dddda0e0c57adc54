package dev.throughline.render;

import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;

/// In what the lengths of prompts are measured.
public interface PrefixMeasure {
    /// Unicode characters (code points).
    PrefixMeasure CHARACTERS = new PrefixMeasure() {
        @Override
        public String unit() {
            return "character";
        }

        @Override
        public Lengths measure(String previous, int prompt, String next, int common) {
            return new Lengths(
                    previous.codePointCount(0, common),
                    previous.codePointCount(0, previous.length()),
                    next.codePointCount(0, next.length()));
        }
    };

    /// Name of the unit of tokens.
    String TOKEN = "token";

    /// Lengths of two texts and of their common beginning.
    record Lengths(int common, int previous, int next) {}

    /// Name of the unit.
    String unit();

    /// Whether the lengths are an estimate.
    default boolean isEstimated() {
        return false;
    }

    /// Measures two texts.
    ///
    /// @param previous the earlier prompt with its answer
    /// @param prompt length of that prompt, in UTF-16 units
    /// @param next the later prompt
    /// @param common length of the common beginning, in UTF-16 units
    Lengths measure(String previous, int prompt, String next, int common);

    /// Tokens: those of the earlier prompt and those of its answer, each encoded by itself as the model saw them.
    static PrefixMeasure tokens(Tokenizer tokenizer) {
        return new PrefixMeasure() {
            @Override
            public String unit() {
                return TOKEN;
            }

            @Override
            public Lengths measure(String previous, int prompt, String next, int common) {
                Encoding asked = tokenizer.encode(previous.substring(0, prompt));
                Encoding answered = tokenizer.encode(previous.substring(prompt));
                Encoding after = tokenizer.encode(next);
                int most = Math.min(asked.size() + answered.size(), after.size());
                int same = 0;
                while (same < most && id(asked, answered, same) == after.id(same)) {
                    same++;
                }
                return new Lengths(same, asked.size() + answered.size(), after.size());
            }

            private int id(Encoding asked, Encoding answered, int index) {
                return index < asked.size() ? asked.id(index) : answered.id(index - asked.size());
            }
        };
    }

    /// Tokens as estimated from characters.
    ///
    /// @param tokens the server's count for the later prompt; 0 if unknown, in which case four characters
    ///     count as a token
    static PrefixMeasure estimated(int tokens) {
        return new PrefixMeasure() {
            @Override
            public String unit() {
                return TOKEN;
            }

            @Override
            public boolean isEstimated() {
                return true;
            }

            @Override
            public Lengths measure(String previous, int prompt, String next, int common) {
                Lengths characters = CHARACTERS.measure(previous, prompt, next, common);
                double each = tokens > 0 && characters.next() > 0 ? (double) tokens / characters.next() : 0.25;
                return new Lengths(
                        scaled(characters.common(), each),
                        scaled(characters.previous(), each),
                        scaled(characters.next(), each));
            }

            private static int scaled(int characters, double each) {
                return (int) Math.round(characters * each);
            }
        };
    }
}
