package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// The methods of Python's `str` that templates use.
public final class StringMethodLibrary {
    private static final Map<String, Method> METHODS = new HashMap<>();

    /// A method, with the string it is called on.
    private interface Method {
        Value call(RenderState state, Text text, TemplateArguments arguments);
    }

    static {
        METHODS.put("strip", (_, text, args) -> TextTrim.strip(text, args.get(0, "chars", Value.NONE), true, true));
        METHODS.put("lstrip", (_, text, args) -> TextTrim.strip(text, args.get(0, "chars", Value.NONE), true, false));
        METHODS.put("rstrip", (_, text, args) -> TextTrim.strip(text, args.get(0, "chars", Value.NONE), false, true));
        METHODS.put("removeprefix", (_, text, args) -> TextTrim.withoutPrefix(text, string("removeprefix", args, 0)));
        METHODS.put("removesuffix", (_, text, args) -> TextTrim.withoutSuffix(text, string("removesuffix", args, 0)));
        METHODS.put("split", (state, text, args) -> Value.ListValue.of(TextSplit.split(state, text, args, false)));
        METHODS.put("rsplit", (state, text, args) -> Value.ListValue.of(TextSplit.split(state, text, args, true)));
        METHODS.put(
                "splitlines",
                (state, text, args) -> Value.ListValue.of(TextSplit.lines(
                        state, text, args.get(0, "keepends", Value.FALSE).isTrue())));
        METHODS.put("partition", (_, text, args) -> TextSplit.partition(text, string("partition", args, 0), false));
        METHODS.put("rpartition", (_, text, args) -> TextSplit.partition(text, string("rpartition", args, 0), true));
        METHODS.put("upper", (state, text, _) -> TextCase.upper(state, text));
        METHODS.put("lower", (state, text, _) -> TextCase.lower(state, text));
        METHODS.put("casefold", (state, text, _) -> TextCase.lower(state, text));
        METHODS.put("swapcase", (state, text, _) -> TextCase.swapped(state, text));
        METHODS.put("capitalize", (state, text, _) -> TextCase.capitalized(state, text));
        METHODS.put("title", (state, text, _) -> TextCase.title(state, text));
        METHODS.put(
                "replace",
                (state, text, args) -> TextSplit.replace(
                        state,
                        text,
                        string("replace", args, 0),
                        string("replace", args, 1),
                        args.get(2, "count", Value.IntValue.of(-1))));
        METHODS.put("join", (state, text, args) -> TextSplit.join(state, text, args.require("join", 0, "iterable")));
        METHODS.put("format", BraceFormat::format);
        METHODS.put("startswith", (state, text, args) -> TextSearch.startsWith(state, text, args));
        METHODS.put("endswith", (state, text, args) -> TextSearch.endsWith(state, text, args));
        METHODS.put("find", (state, text, args) -> Value.IntValue.of(TextSearch.find(state, text, args, false)));
        METHODS.put("rfind", (state, text, args) -> Value.IntValue.of(TextSearch.find(state, text, args, true)));
        METHODS.put("index", (state, text, args) -> TextSearch.index(state, text, args, false));
        METHODS.put("rindex", (state, text, args) -> TextSearch.index(state, text, args, true));
        METHODS.put("count", (state, text, args) -> TextSearch.count(state, text, args));
        METHODS.put("center", (state, text, args) -> TextPad.pad(state, text, args, 1));
        METHODS.put("ljust", (state, text, args) -> TextPad.pad(state, text, args, 0));
        METHODS.put("rjust", (state, text, args) -> TextPad.pad(state, text, args, 2));
        METHODS.put("zfill", (state, text, args) -> TextPad.zeros(state, text, args));
        METHODS.put("isdigit", all(Character::isDigit));
        METHODS.put("isdecimal", all(Character::isDigit));
        METHODS.put("isnumeric", all(Character::isDigit));
        METHODS.put("isalpha", all(Character::isLetter));
        METHODS.put("isalnum", all(Character::isLetterOrDigit));
        METHODS.put("isspace", all(PythonWhitespace::isSpace));
        METHODS.put("isascii", test(text -> text.chars().allMatch(c -> c < 0x80)));
        METHODS.put("isupper", test(text -> TextCase.isCased(text, Character::isUpperCase)));
        METHODS.put("islower", test(text -> TextCase.isCased(text, Character::isLowerCase)));
    }

    private StringMethodLibrary() {}

    static Optional<Value> find(Text text, String name) {
        return Optional.ofNullable(METHODS.get(name))
                .map(method -> new Value.FunctionValue(
                        "builtin_function_or_method", name, (state, arguments) -> method.call(state, text, arguments)));
    }

    private static Method all(IntPredicate holds) {
        return test(text -> !text.isEmpty() && text.codePoints().allMatch(holds));
    }

    private static Method test(Predicate<String> holds) {
        return (_, text, _) -> holds.test(text.value()) ? Value.TRUE : Value.FALSE;
    }

    public static Text string(String method, TemplateArguments arguments, int index) {
        Value value = arguments.require(method, index, "argument");
        Arithmetic.refuseUndefined(value);
        if (value instanceof Text text) {
            return text;
        }
        throw TemplateException.type(method + "() argument " + (index + 1) + " must be str, not " + value.typeName());
    }
}
