package dev.throughline.render.jinja;

import java.util.ArrayList;
import java.util.List;

/// `format.format(values)`. Source: Python's library reference, "Format String Syntax"; jinja2's `SandboxedFormatter`
/// for how fields are looked up.
final class BraceFormat {
    private static final int DEEPEST = 2;
    private static final int LONGEST_INDEX = 6;

    private final RenderState state;
    private final TemplateArguments arguments;
    private int next;
    private boolean isNumbered;

    private BraceFormat(RenderState state, TemplateArguments arguments) {
        this.state = state;
        this.arguments = arguments;
    }

    static TemplateValue format(RenderState state, TextValue format, TemplateArguments arguments) {
        return new BraceFormat(state, arguments).write(format, DEEPEST);
    }

    private TextValue write(TextValue format, int depth) {
        if (depth == 0) {
            throw TemplateException.value("Max string recursion exceeded");
        }
        String text = format.value();
        state.budget().scan(8L * text.length());
        TextValueBuilder out = state.builder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c != '{' && c != '}') {
                int from = at;
                while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != '}') {
                    at++;
                }
                out.append(format, from, at);
            } else if (at + 1 < text.length() && text.charAt(at + 1) == c) {
                out.append(format, at, at + 1);
                at += 2;
            } else {
                int end = c == '{' ? end(text, at) : -1;
                if (end < 0) {
                    throw TemplateException.value(
                            c == '{' && at + 1 < text.length()
                                    ? "expected '}' before end of string"
                                    : "Single '" + c + "' encountered in format string");
                }
                out.append(field(format, at + 1, end, depth));
                at = end + 1;
            }
        }
        return out.build();
    }

    /// The brace that closes the field which opens at `from`, or -1.
    private static int end(String text, int from) {
        int open = 0;
        for (int at = from; at < text.length(); at++) {
            open += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
            if (open == 0) {
                return at;
            }
        }
        return -1;
    }

    private TextValue field(TextValue format, int from, int to, int depth) {
        String field = format.value().substring(from, to);
        int colon = separator(field, ':');
        String head = field.substring(0, colon);
        int mark = separator(head, '!');
        TemplateValue value = value(head.substring(0, mark));
        String spec = "";
        if (colon < field.length()) {
            spec = write(format.substring(state.budget(), from + colon + 1, to), depth - 1)
                    .value();
        }
        return FormatSpec.format(state, converted(value, head.substring(mark)), spec);
    }

    /// Where the name of a field ends: at a mark outside of brackets.
    private static int separator(String field, char mark) {
        boolean isInside = false;
        for (int at = 0; at < field.length(); at++) {
            char c = field.charAt(at);
            isInside = c == '[' || isInside && c != ']';
            if (c == mark && !isInside) {
                return at;
            }
        }
        return field.length();
    }

    private TemplateValue converted(TemplateValue value, String conversion) {
        return switch (conversion) {
            case "" -> value;
            case "!s" -> PythonText.str(state, value);
            case "!r" -> PythonText.repr(state, value);
            case "!a" -> PythonQuotes.ascii(state, value);
            default ->
                throw TemplateException.value("Unknown conversion specifier " + TemplateException.quoted(conversion));
        };
    }

    private TemplateValue value(String path) {
        List<String> steps = steps(path);
        TemplateValue found = first(steps.getFirst(), steps.size() == 1);
        for (String step : steps.subList(1, steps.size())) {
            TextValue name = TextValue.of(step.substring(1), Origin.FRAME);
            found = step.startsWith(".")
                    ? AttributeLookup.attribute(found, name)
                    : AttributeLookup.item(state, found, isIndex(name.value()) ? index(name.value()) : name);
        }
        return found;
    }

    /// The name of an argument, then attributes behind `.`, then items behind `[`.
    private static List<String> steps(String path) {
        List<String> found = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < path.length(); at++) {
            char c = path.charAt(at);
            if (c == '.' || c == '[') {
                found.add(path.substring(from, at));
                from = at;
                if (c == '[') {
                    int close = path.indexOf(']', at);
                    if (close < 0) {
                        throw TemplateException.value("Missing ']' in format string");
                    }
                    at = close;
                }
            }
        }
        found.add(path.substring(from));
        return found.stream()
                .map(step -> step.startsWith("[") ? step.substring(0, step.length() - 1) : step)
                .toList();
    }

    /// @param isAlone whether nothing follows the name; Python notices the numbering only then
    private TemplateValue first(String name, boolean isAlone) {
        if (name.isEmpty() || isIndex(name)) {
            if (name.isEmpty() ? isNumbered : isAlone && next > 0) {
                throw TemplateException.value(
                        "cannot switch between manual field specification and automatic field numbering");
            }
            isNumbered |= !name.isEmpty() && isAlone;
            int index = name.isEmpty() ? next++ : Integer.parseInt(name);
            if (index >= arguments.positional().size()) {
                throw new TemplateException(
                        PythonError.INDEX_ERROR,
                        "Replacement index " + index + " out of range for positional args tuple");
            }
            return arguments.positional().get(index);
        }
        return arguments
                .find(Integer.MAX_VALUE, name)
                .orElseThrow(
                        () -> new TemplateException(PythonError.KEY_ERROR, "'" + TemplateException.quoted(name) + "'"));
    }

    private static boolean isIndex(String name) {
        return !name.isEmpty() && name.length() < LONGEST_INDEX && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static TemplateValue index(String digits) {
        return TemplateValue.IntValue.of(Integer.parseInt(digits));
    }
}
