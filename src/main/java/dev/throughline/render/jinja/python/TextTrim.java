package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;

/// `strip` and its relatives.
public final class TextTrim {
    private TextTrim() {}

    public static Text strip(Text text, Value chars, boolean left, boolean right) {
        String value = text.value();
        if (chars instanceof Value.NoneValue) {
            int from = left ? PythonWhitespace.start(value) : 0;
            return text.substring(from, right ? PythonWhitespace.end(value, from) : value.length());
        }
        Arithmetic.refuseUndefined(chars);
        if (!(chars instanceof Text set)) {
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
        return text.substring(from, to);
    }

    private static boolean isIn(Text set, int c) {
        return set.value().indexOf(c) >= 0;
    }

    static Text withoutPrefix(Text text, Text prefix) {
        String value = text.value();
        return value.startsWith(prefix.value()) ? text.substring(prefix.value().length(), value.length()) : text;
    }

    static Text withoutSuffix(Text text, Text suffix) {
        String value = text.value();
        return value.endsWith(suffix.value())
                ? text.substring(0, value.length() - suffix.value().length())
                : text;
    }
}
