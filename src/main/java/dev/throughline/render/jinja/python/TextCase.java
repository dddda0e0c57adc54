package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Changes of case; a character that becomes two gives both its origin.
public final class TextCase {
    private static final Pattern WORD_BEGINNING = Pattern.compile("[-\\s({\\[<]+", Pattern.UNICODE_CHARACTER_CLASS);

    private TextCase() {}

    public static Text upper(RenderState state, Text text) {
        return changed(state, text, text.value().toUpperCase(Locale.ROOT), TextCase::upper);
    }

    public static Text lower(RenderState state, Text text) {
        return changed(state, text, text.value().toLowerCase(Locale.ROOT), TextCase::lower);
    }

    private static Text changed(
            RenderState state, Text text, String value, java.util.function.IntFunction<String> mapping) {
        state.budget().characters(value.length());
        if (value.equals(text.value())) {
            return text;
        }
        return value.length() == text.value().length()
                ? MappedText.withOrigins(text, value)
                : MappedText.map(state, text, mapping);
    }

    static Text swapped(RenderState state, Text text) {
        return MappedText.map(state, text, c -> Character.isUpperCase(c) ? lower(c) : upper(c));
    }

    public static Text capitalized(RenderState state, Text text) {
        int first =
                text.value().isEmpty() ? 0 : Character.charCount(text.value().codePointAt(0));
        return state.builder()
                .append(MappedText.map(state, text.substring(0, first), c -> titled(c)))
                .append(lower(state, text.substring(first, text.value().length())))
                .build();
    }

    /// Python's `str.title`: the first letter of each run of letters.
    static Text title(RenderState state, Text text) {
        boolean[] inWord = {false};
        return MappedText.map(state, text, c -> {
            boolean isFirst = !inWord[0];
            inWord[0] = Character.isLetter(c);
            return isFirst ? titled(c) : lower(c);
        });
    }

    /// jinja2's filter `title`: the first character after white space, a hyphen or an opening bracket.
    public static Text words(RenderState state, Text text) {
        TextBuilder out = state.builder();
        Matcher between = WORD_BEGINNING.matcher(text.value());
        int from = 0;
        while (between.find()) {
            word(state, text, from, between.start(), out);
            word(state, text, between.start(), between.end(), out);
            from = between.end();
        }
        word(state, text, from, text.value().length(), out);
        return out.build();
    }

    private static void word(RenderState state, Text text, int from, int to, TextBuilder out) {
        if (from < to) {
            int second = from + Character.charCount(text.value().codePointAt(from));
            out.append(MappedText.map(state, text.substring(from, second), TextCase::upper));
            out.append(lower(state, text.substring(second, to)));
        }
    }

    public static boolean isCased(String text, IntPredicate isRight) {
        boolean[] found = {false};
        boolean isAll = text.codePoints().allMatch(c -> {
            boolean isCased = Character.isUpperCase(c) || Character.isLowerCase(c) || Character.isTitleCase(c);
            found[0] |= isCased;
            return !isCased || isRight.test(c);
        });
        return isAll && found[0];
    }

    private static String upper(int c) {
        return Character.toString(c).toUpperCase(Locale.ROOT);
    }

    private static String lower(int c) {
        return Character.toString(c).toLowerCase(Locale.ROOT);
    }

    private static String titled(int c) {
        String upper = upper(c);
        return upper.length() > Character.charCount(c)
                ? upper.charAt(0) + upper.substring(1).toLowerCase(Locale.ROOT)
                : Character.toString(Character.toTitleCase(c));
    }
}
