package dev.throughline.render.jinja;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `format.format(values)`, with plain, numbered and named fields; of format specifications only none is supported.
final class BraceFormat {
    private static final Pattern FIELD = Pattern.compile("\\{\\{|\\}\\}|\\{([^{}:!]*)(![rsa])?(:[^{}]*)?\\}|[{}]");

    private BraceFormat() {}

    static TemplateValue format(RenderState state, TextValue format, TemplateArguments arguments) {
        state.budget().scan(8L * format.value().length());
        TextValueBuilder out = state.builder();
        Matcher field = FIELD.matcher(format.value());
        int from = 0;
        int next = 0;
        while (field.find()) {
            out.append(format, from, field.start());
            from = field.end();
            switch (field.group()) {
                case "{{", "}}" -> out.append(format, field.start(), field.start() + 1);
                case "{" -> throw TemplateException.value("Single '{' encountered in format string");
                case "}" -> throw TemplateException.value("Single '}' encountered in format string");
                default -> {
                    String name = field.group(1);
                    TemplateValue templateValue = value(arguments, name.isEmpty() ? Integer.toString(next++) : name);
                    out.append(text(state, field, templateValue));
                }
            }
        }
        return out.append(format, from, format.value().length()).build();
    }

    private static TextValue text(RenderState state, Matcher field, TemplateValue templateValue) {
        if (field.group(3) != null && field.group(3).length() > 1) {
            throw TemplateException.value("format specification '" + field.group(3) + "' is not supported");
        }
        boolean isRepr = field.group(2) != null && !field.group(2).equals("!s");
        return isRepr ? PythonText.repr(state, templateValue) : PythonText.str(state, templateValue);
    }

    private static TemplateValue value(TemplateArguments arguments, String path) {
        String[] parts = path.replace("[", ".").replace("]", "").split("\\.");
        TemplateValue templateValue;
        if (parts[0].chars().allMatch(Character::isDigit) && parts[0].length() < 6) {
            int index = Integer.parseInt(parts[0]);
            if (index >= arguments.positional().size()) {
                throw new TemplateException(
                        PythonError.INDEX_ERROR,
                        "Replacement index " + index + " out of range for positional args tuple");
            }
            templateValue = arguments.positional().get(index);
        } else {
            templateValue = arguments
                    .find(Integer.MAX_VALUE, parts[0])
                    .orElseThrow(() -> new TemplateException(PythonError.KEY_ERROR, "'" + parts[0] + "'"));
        }
        for (int index = 1; index < parts.length; index++) {
            templateValue = AttributeLookup.attribute(templateValue, TextValue.of(parts[index], Origin.FRAME));
        }
        return templateValue;
    }
}
