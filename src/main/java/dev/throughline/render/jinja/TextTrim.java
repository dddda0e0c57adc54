package dev.throughline.render.jinja;

/// `strip` and its relatives.
public final class TextTrim {
    private TextTrim() {}

    public static TextValue strip(TextValue textValue, TemplateValue chars, boolean left, boolean right) {
        String value = textValue.value();
        if (chars instanceof TemplateValue.NoneValue) {
            int from = left ? PythonWhitespace.start(value) : 0;
            return textValue.substring(from, right ? PythonWhitespace.end(value, from) : value.length());
        }
        ValueCoercion.refuseUndefined(chars);
        if (!(chars instanceof TextValue set)) {
            throw TemplateException.type("strip arg must be None or str, not " + chars.typeName());
        }
        int from = 0;
        while (left && from < value.length() && isIn(set, value.codePointAt(from))) {
            from += Character.charCount(value.codePointAt(from));
        }
        int to = value.length();
        while (right && to > from && isIn(set, value.codePointBefore(to))) {
            to -= Character.charCount(value.codePointBefore(to));
        }
        return textValue.substring(from, to);
    }

    private static boolean isIn(TextValue set, int c) {
        return set.value().indexOf(c) >= 0;
    }

    static TextValue withoutPrefix(TextValue textValue, TextValue prefix) {
        String value = textValue.value();
        return value.startsWith(prefix.value())
                ? textValue.substring(prefix.value().length(), value.length())
                : textValue;
    }

    static TextValue withoutSuffix(TextValue textValue, TextValue suffix) {
        String value = textValue.value();
        return value.endsWith(suffix.value())
                ? textValue.substring(0, value.length() - suffix.value().length())
                : textValue;
    }
}
