package dev.throughline.render.tokenizer.pretokenizer;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Compiles regular expressions that are written for Oniguruma, as those of a `tokenizer.json` are.
///
/// Properties get the prefix that scripts need in Java (`\p{Han}`), classes such as `\s` are those of Unicode. Escapes
/// that mean something else in Java are refused.
final class OnigurumaSyntax {
    private static final Pattern PROPERTY = Pattern.compile("\\\\([pP])\\{(\\^?)(?!Is)([A-Za-z_]+)}");
    private static final Pattern DIFFERENT = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\[hHyYOKgk]");
    private static final Pattern NUMBER_POSSESSIVE = Pattern.compile("\\{\\d+,?\\d*}\\+");
    private static final Pattern OTHER_FLAGS = Pattern.compile("\\(\\?[a-z-]*[msdauw]");
    /// `^` and `$` are the ends of lines, and only a line feed ends one.
    private static final int FLAGS =
            Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE | Pattern.MULTILINE | Pattern.UNIX_LINES;
    private static final int LONGEST = 20_000;

    private OnigurumaSyntax() {}

    static Pattern compile(String regex) {
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
