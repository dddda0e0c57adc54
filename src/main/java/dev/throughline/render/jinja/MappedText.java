package dev.throughline.render.jinja;

import java.util.function.IntFunction;

/// Rewrites a text character by character; what is written for a character keeps its origin.
public final class MappedText {
    private MappedText() {}

    /// The result of `mapping` for each code point.
    public static TextValue map(RenderState state, TextValue text, IntFunction<String> mapping) {
        String value = text.value();
        state.budget().scan(8L * value.length());
        TextValueBuilder out = state.builder();
        int plain = 0;
        for (int at = 0; at < value.length(); ) {
            int c = value.codePointAt(at);
            int next = at + Character.charCount(c);
            String mapped = mapping.apply(c);
            if (!value.startsWith(mapped, at) || mapped.length() != next - at) {
                out.append(text, plain, at);
                append(out, text, at, mapped);
                plain = next;
            }
            at = next;
        }
        return plain == 0
                ? text
                : out.append(text, plain, value.length()).build().asMarkup(text.isMarkup());
    }

    /// The characters of `value`, which has the length of `text`, with the origins of `text`.
    static TextValue withOrigins(TextValue text, String value) {
        return new TextValue(value, text.runs().toArray(TextValue.Run[]::new), text.isMarkup());
    }

    /// Writes `written` for the character of `text` at `at`.
    static void append(TextValueBuilder out, TextValue text, int at, String written) {
        out.compared(text.runCount());
        int start = 0;
        for (TextValue.Run run : text.runs()) {
            if (at < start + run.length()) {
                for (int index = 0; index < written.length(); index++) {
                    out.append(String.valueOf(written.charAt(index)), run.origin(), run.offset() + at - start);
                }
                return;
            }
            start += run.length();
        }
    }
}
