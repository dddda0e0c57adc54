package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import java.util.function.IntFunction;

/// Rewrites a text character by character; what is written for a character keeps its origin.
public final class MappedText {
    private MappedText() {}

    /// What `mapping` gives for each code point.
    public static Text map(RenderState state, Text text, IntFunction<String> mapping) {
        String value = text.value();
        TextBuilder out = state.builder();
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
    static Text withOrigins(Text text, String value) {
        return new Text(value, text.runs().toArray(Text.Run[]::new), text.isMarkup());
    }

    /// Writes `written` for the character of `text` at `at`.
    static void append(TextBuilder out, Text text, int at, String written) {
        int start = 0;
        for (Text.Run run : text.runs()) {
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
