package dev.throughline.render.jinja;

import java.util.function.IntFunction;

/// Rewrites a text character by character; what is written for a character keeps its origin.
public final class MappedText {
    private MappedText() {}

    /// The result of `mapping` for each code point.
    public static TextValue map(RenderState state, TextValue textValue, IntFunction<String> mapping) {
        String value = textValue.value();
        state.budget().scan(8L * value.length());
        TextValueBuilder out = state.builder();
        int plain = 0;
        for (int at = 0; at < value.length(); ) {
            int c = value.codePointAt(at);
            int next = at + Character.charCount(c);
            String mapped = mapping.apply(c);
            if (!value.startsWith(mapped, at) || mapped.length() != next - at) {
                out.append(textValue, plain, at);
                append(out, textValue, at, mapped);
                plain = next;
            }
            at = next;
        }
        return plain == 0
                ? textValue
                : out.append(textValue, plain, value.length()).build().asMarkup(textValue.isMarkup());
    }

    /// The characters of `value`, which has the length of `text`, with the origins of `text`.
    static TextValue withOrigins(TextValue textValue, String value) {
        return new TextValue(value, textValue.runs().toArray(TextValue.Run[]::new), textValue.isMarkup());
    }

    /// Writes `written` for the character of `text` at `at`.
    static void append(TextValueBuilder out, TextValue textValue, int at, String written) {
        out.compared(textValue.runCount());
        int start = 0;
        for (TextValue.Run run : textValue.runs()) {
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
