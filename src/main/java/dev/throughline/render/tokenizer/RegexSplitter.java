package dev.throughline.render.tokenizer;

import dev.throughline.render.jinja.RenderWork;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Splits at matches of a regular expression: the general way, for patterns without a dedicated scanner.
///
/// A pattern is hostile: matching stops with an error when it costs more than a fixed number of steps per character.
final class RegexSplitter implements Splitter {
    private static final Pattern PROPERTY = Pattern.compile("\\\\([pP])\\{(\\^?)(?!Is)([A-Za-z_]+)}");
    private static final Pattern DIFFERENT = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\[hHyYOKgk]");
    private static final Pattern NUMBER_POSSESSIVE = Pattern.compile("\\{\\d+,?\\d*}\\+");
    private static final Pattern OTHER_FLAGS = Pattern.compile("\\(\\?[a-z-]*[msdauw]");
    /// `^` and `$` are the ends of lines, and only a line feed ends one.
    private static final int FLAGS =
            Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE | Pattern.MULTILINE | Pattern.UNIX_LINES;
    private static final int LONGEST = 20_000;
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
            return new RegexSplitter(place, compile(regex), behavior, inverts);
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
        /// The time is checked with every 4,096th character.
        private static final int CHECK = 0xfff;

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
            if ((steps & CHECK) == 0) {
                RenderWork.checkTime();
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

    /// Compiles regular expressions that are written for Oniguruma, as those of a `tokenizer.json` are.
    ///
    /// Properties get the prefix that scripts need in Java (`\p{Han}`), classes such as `\s` are those of Unicode.
    /// Escapes that mean something else in Java are refused.
    private static Pattern compile(String regex) {
        if (regex.length() > LONGEST) {
            throw new PatternSyntaxException("longer than " + LONGEST + " characters", "", -1);
        }
        if (DIFFERENT.matcher(regex).find()) {
            throw new PatternSyntaxException("an escape of Oniguruma that Java does not have", regex, -1);
        }
        if (OTHER_FLAGS.matcher(regex).find()) {
            throw new PatternSyntaxException("flags other than i and x", regex, -1);
        }
        if (NUMBER_POSSESSIVE.matcher(regex).find()) {
            throw new PatternSyntaxException("a counted repetition with + behind it", regex, -1);
        }
        String java = PROPERTY.matcher(regex).replaceAll(found -> {
            boolean isNegated = found.group(1).equals("P") != !found.group(2).isEmpty();
            return (isNegated ? "\\\\P{Is" : "\\\\p{Is") + found.group(3) + "}";
        });
        return Pattern.compile(java, FLAGS);
    }
}
