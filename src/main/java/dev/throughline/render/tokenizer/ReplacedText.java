package dev.throughline.render.tokenizer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Replaces whatever a pattern matches.
record ReplacedText(Pattern pattern, String content) implements TextNormalizer {
    static ReplacedText literal(String text, String content) {
        return new ReplacedText(Pattern.compile(text, Pattern.LITERAL), content);
    }

    /// @param place of the expression, for errors
    static ReplacedText regex(String regex, String content, String place) {
        try {
            return new ReplacedText(Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS), content);
        } catch (PatternSyntaxException e) {
            throw new TokenizerFormatException(place, "the expression is not supported: " + e.getDescription());
        }
    }

    @Override
    public boolean keeps(String text, int from, int to) {
        return !pattern.matcher(text).region(from, to).find();
    }

    @Override
    public AlignedText normalize(String text, int from, int to) {
        AlignedBuilder out = new AlignedBuilder(to - from);
        Matcher found = pattern.matcher(text).region(from, to);
        int at = from;
        while (found.find()) {
            out.same(text, at, found.start());
            out.add(content, found.start(), found.end());
            at = found.end();
        }
        return out.same(text, at, to).build();
    }
}
