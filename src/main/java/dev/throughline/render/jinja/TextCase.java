package dev.throughline.render.jinja;

import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Changes of case; a character that becomes two gives both its origin.
public final class TextCase {
    private static final Pattern WORD_BEGINNING = Pattern.compile("[-\\s({\\[<]+", Pattern.UNICODE_CHARACTER_CLASS);

    private TextCase() {}

    public static TextValue upper(RenderState state, TextValue textValue) {
        return changed(state, textValue, textValue.value().toUpperCase(Locale.ROOT), TextCase::upper);
    }

    public static TextValue lower(RenderState state, TextValue textValue) {
        return changed(state, textValue, textValue.value().toLowerCase(Locale.ROOT), TextCase::lower);
    }

    private static TextValue changed(
            RenderState state, TextValue textValue, String value, java.util.function.IntFunction<String> mapping) {
        state.budget().characters(value.length());
        if (value.equals(textValue.value())) {
            return textValue;
        }
        return value.length() == textValue.value().length()
                ? MappedText.withOrigins(textValue, value)
                : MappedText.map(state, textValue, mapping);
    }

    static TextValue swapped(RenderState state, TextValue textValue) {
        return MappedText.map(state, textValue, c -> Character.isUpperCase(c) ? lower(c) : upper(c));
    }

    public static TextValue capitalized(RenderState state, TextValue textValue) {
        int first = textValue.value().isEmpty()
                ? 0
                : Character.charCount(textValue.value().codePointAt(0));
        return state.builder()
                .append(MappedText.map(state, textValue.substring(state.budget(), 0, first), c -> titled(c)))
                .append(lower(
                        state,
                        textValue.substring(
                                state.budget(), first, textValue.value().length())))
                .build();
    }

    /// Python's `str.title`: the first letter of each run of letters.
    static TextValue title(RenderState state, TextValue textValue) {
        boolean[] inWord = {false};
        return MappedText.map(state, textValue, c -> {
            boolean isFirst = !inWord[0];
            inWord[0] = Character.isLetter(c);
            return isFirst ? titled(c) : lower(c);
        });
    }

    /// jinja2's filter `title`: the first character after white space, a hyphen or an opening bracket.
    public static TextValue words(RenderState state, TextValue textValue) {
        TextValueBuilder out = state.builder();
        Matcher between = WORD_BEGINNING.matcher(textValue.value());
        int from = 0;
        while (between.find()) {
            word(state, textValue, from, between.start(), out);
            word(state, textValue, between.start(), between.end(), out);
            from = between.end();
        }
        word(state, textValue, from, textValue.value().length(), out);
        return out.build();
    }

    private static void word(RenderState state, TextValue textValue, int from, int to, TextValueBuilder out) {
        if (from < to) {
            int second = from + Character.charCount(textValue.value().codePointAt(from));
            out.append(MappedText.map(state, textValue.substring(state.budget(), from, second), TextCase::upper));
            out.append(lower(state, textValue.substring(state.budget(), second, to)));
        }
    }

    static boolean isCased(RenderState state, String text, IntPredicate isRight) {
        state.budget().scan(text.length());
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
