package dev.throughline.render.jinja;

import java.util.Locale;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Changes of case; a character that becomes two gives both its origin.
public final class TextCase {
    private static final Pattern WORD_BEGINNING = Pattern.compile("[-\\s({\\[<]+", Pattern.UNICODE_CHARACTER_CLASS);

    private static final int DOTLESS_I = 0x131;
    private static final int CAPITAL_SHARP_S = 0x1E9E;
    private static final int SIGMA = 0x3A3;

    private TextCase() {}

    public static TextValue upper(RenderState state, TextValue text) {
        return changed(state, text, text.value().toUpperCase(Locale.ROOT), TextCase::upper);
    }

    public static TextValue lower(RenderState state, TextValue text) {
        return changed(state, text, text.value().toLowerCase(Locale.ROOT), TextCase::lower);
    }

    private static TextValue changed(
            RenderState state, TextValue text, String value, java.util.function.IntFunction<String> mapping) {
        state.budget().characters(value.length());
        if (value.equals(text.value())) {
            return text;
        }
        return value.length() == text.value().length()
                ? MappedText.withOrigins(text, value)
                : MappedText.map(state, text, mapping);
    }

    static TextValue swapped(RenderState state, TextValue text) {
        String value = text.value();
        int[] at = {0};
        return MappedText.map(state, text, c -> {
            int from = at[0];
            at[0] += Character.charCount(c);
            return Character.isUpperCase(c)
                    ? lower(value, from, c)
                    : Character.isLowerCase(c) ? upper(c) : Character.toString(c);
        });
    }

    public static TextValue capitalized(RenderState state, TextValue text) {
        int first =
                text.value().isEmpty() ? 0 : Character.charCount(text.value().codePointAt(0));
        return state.builder()
                .append(MappedText.map(state, text.substring(state.budget(), 0, first), c -> titled(c)))
                .append(lower(
                        state,
                        text.substring(state.budget(), first, text.value().length())))
                .build();
    }

    /// Python's `str.title`: the first letter of each run of letters.
    static TextValue title(RenderState state, TextValue text) {
        boolean[] inWord = {false};
        return MappedText.map(state, text, c -> {
            boolean isFirst = !inWord[0];
            inWord[0] = isCased(c);
            return isFirst ? titled(c) : lower(c);
        });
    }

    /// jinja2's filter `title`: the first character after white space, a hyphen or an opening bracket.
    public static TextValue words(RenderState state, TextValue text) {
        TextValueBuilder out = state.builder();
        Matcher between = WORD_BEGINNING.matcher(CheckedText.of(text.value()));
        int from = 0;
        while (between.find()) {
            word(state, text, from, between.start(), out);
            word(state, text, between.start(), between.end(), out);
            from = between.end();
        }
        word(state, text, from, text.value().length(), out);
        return out.build();
    }

    private static void word(RenderState state, TextValue text, int from, int to, TextValueBuilder out) {
        if (from < to) {
            int second = from + Character.charCount(text.value().codePointAt(from));
            out.append(MappedText.map(state, text.substring(state.budget(), from, second), TextCase::upper));
            out.append(lower(state, text.substring(state.budget(), second, to)));
        }
    }

    static boolean isCased(RenderState state, String text, IntPredicate isRight) {
        state.budget().scan(text.length());
        boolean[] found = {false};
        boolean isAll = text.codePoints().allMatch(c -> {
            found[0] |= isCased(c);
            return !isCased(c) || isRight.test(c);
        });
        return isAll && found[0];
    }

    private static boolean isCased(int c) {
        return Character.isUpperCase(c) || Character.isLowerCase(c) || Character.isTitleCase(c);
    }

    /// Python's `str.istitle`.
    static boolean isTitled(String text) {
        boolean isInWord = false;
        boolean hasWord = false;
        for (int c : text.codePoints().toArray()) {
            boolean isCapital = Character.isUpperCase(c) || Character.isTitleCase(c);
            if (isCapital == isInWord && isCased(c)) {
                return false;
            }
            isInWord = isCased(c);
            hasWord |= isInWord;
        }
        return hasWord;
    }

    /// Python's `str.casefold`. Of the letters of Cherokee and a few others the capital is the folded form.
    static TextValue folded(RenderState state, TextValue text) {
        return MappedText.map(state, text, TextCase::folded);
    }

    private static String folded(int c) {
        boolean isCherokee = c >= 0x13A0 && c <= 0x13FD || c >= 0xAB70 && c <= 0xABBF;
        if (isCherokee) {
            return upper(c);
        }
        if (c == DOTLESS_I || c == CAPITAL_SHARP_S) {
            return c == DOTLESS_I ? Character.toString(c) : "ss";
        }
        StringBuilder out = new StringBuilder();
        upper(c).codePoints().forEach(each -> out.append(lower(each)));
        return out.toString();
    }

    /// A sigma at the end of a word has a separate form.
    private static String lower(String text, int at, int c) {
        boolean isFinal = c == SIGMA
                && at > 0
                && isCased(text.codePointBefore(at))
                && (at + 1 == text.length() || !isCased(text.codePointAt(at + 1)));
        return isFinal ? "\u03c2" : lower(c);
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
