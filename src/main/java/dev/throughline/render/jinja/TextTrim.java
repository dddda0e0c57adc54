package dev.throughline.render.jinja;

/// `strip` and its relatives.
public final class TextTrim {
    private TextTrim() {}

    static TextValue strip(RenderState state, TextValue text, TemplateValue chars, boolean left, boolean right) {
        String value = text.value();
        if (chars instanceof TemplateValue.NoneValue) {
            state.budget().compared(value.length());
            int from = left ? PythonWhitespace.start(value) : 0;
            return text.substring(state.budget(), from, right ? PythonWhitespace.end(value, from) : value.length());
        }
        ValueCoercion.refuseUndefined(chars);
        if (!(chars instanceof TextValue set)) {
            throw TemplateException.type("strip arg must be None or str, not " + chars.typeName());
        }
        int from = 0;
        while (left && from < value.length() && isIn(state, set, value.codePointAt(from))) {
            from += Character.charCount(value.codePointAt(from));
        }
        int to = value.length();
        while (right && to > from && isIn(state, set, value.codePointBefore(to))) {
            to -= Character.charCount(value.codePointBefore(to));
        }
        return text.substring(state.budget(), from, to);
    }

    private static boolean isIn(RenderState state, TextValue set, int c) {
        state.budget().compared(1L + set.value().length());
        return set.value().indexOf(c) >= 0;
    }

    static TextValue withoutPrefix(RenderState state, TextValue text, TextValue prefix) {
        String value = text.value();
        state.budget().compared(prefix.value().length());
        return value.startsWith(prefix.value())
                ? text.substring(state.budget(), prefix.value().length(), value.length())
                : text;
    }

    static TextValue withoutSuffix(RenderState state, TextValue text, TextValue suffix) {
        String value = text.value();
        state.budget().compared(suffix.value().length());
        return value.endsWith(suffix.value())
                ? text.substring(
                        state.budget(), 0, value.length() - suffix.value().length())
                : text;
    }
}
