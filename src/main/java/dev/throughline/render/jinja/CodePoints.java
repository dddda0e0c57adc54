package dev.throughline.render.jinja;

import java.util.Optional;

/// Python counts strings in code points; these map such counts to UTF-16 offsets.
public final class CodePoints {
    private CodePoints() {}

    public static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    public static int offset(String text, int index) {
        return text.offsetByCodePoints(0, index);
    }

    static Optional<TemplateValue> character(RenderState state, TextValue text, int index) {
        String value = text.value();
        state.budget().scan(2L * value.length());
        int length = length(value);
        int at = index < 0 ? length + index : index;
        if (at < 0 || at >= length) {
            return Optional.empty();
        }
        int from = length == value.length() ? at : offset(value, at);
        return Optional.of(text.substring(state.budget(), from, from + Character.charCount(value.codePointAt(from))));
    }
}
