package dev.throughline.render.tokenizer.pretokenizer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Splits at matches of a regular expression: the general way, for patterns without a dedicated scanner.
///
/// A pattern is hostile: matching stops with an error when it costs more than a fixed number of steps per character.
final class RegexSplitter implements Splitter {
    private static final long STEPS = 1_000_000;
    private static final long STEPS_PER_CHARACTER = 500;

    private final String place;
    private final Pattern pattern;
    private final SplitBehavior behavior;
    private final boolean inverts;

    private RegexSplitter(String place, Pattern pattern, SplitBehavior behavior, boolean inverts) {
        this.place = place;
        this.pattern = pattern;
        this.behavior = behavior;
        this.inverts = inverts;
    }

    /// @param place where the pattern stands, for errors
    /// @param inverts whether the delimiters are what does not match
    static RegexSplitter of(String place, String regex, SplitBehavior behavior, boolean inverts) {
        try {
            return new RegexSplitter(place, OnigurumaSyntax.compile(regex), behavior, inverts);
        } catch (PatternSyntaxException e) {
            throw new TokenizerFormatException(place, "a regular expression that is not supported: " + e.getMessage());
        }
    }

    /// Cuts at occurrences of a string.
    static RegexSplitter literal(String place, String text, SplitBehavior behavior, boolean inverts) {
        return new RegexSplitter(place, Pattern.compile(Pattern.quote(text)), behavior, inverts);
    }

    @Override
    public void split(String text, int from, int to, PieceSink out) {
        SplitBehavior.Stretches found = new SplitBehavior.Stretches();
        int start = from;
        try {
            Matcher matcher = pattern.matcher(new Budget(text, STEPS + STEPS_PER_CHARACTER * (to - from), place));
            matcher.region(from, to);
            while (matcher.find()) {
                found.add(start, matcher.start(), inverts);
                found.add(matcher.start(), matcher.end(), !inverts);
                start = matcher.end();
            }
        } catch (StackOverflowError e) {
            throw new TokenizerFormatException(place, "the regular expression needs too much stack for this text");
        }
        found.add(start, to, inverts);
        behavior.apply(found, from, out);
    }

    /// A text that may be looked at a limited number of times.
    private static final class Budget implements CharSequence {
        private final String text;
        private final String place;
        private long steps;

        Budget(String text, long steps, String place) {
            this.text = text;
            this.steps = steps;
            this.place = place;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (--steps < 0) {
                throw new TokenizerFormatException(place, "the regular expression takes too long for this text");
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
