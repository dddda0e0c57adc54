package dev.throughline.render.jinja;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/// The methods of Python's `str` that templates use.
public final class StringMethodLibrary {
    private static final Map<String, Method> METHODS = new HashMap<>();

    /// A method, with the string it is called on.
    private interface Method {
        TemplateValue call(RenderState state, TextValue text, TemplateArguments arguments);
    }

    static {
        METHODS.put("strip", (state, text, args) -> TextTrim.strip(state, text, args.get(0, "chars"), true, true));
        METHODS.put("lstrip", (state, text, args) -> TextTrim.strip(state, text, args.get(0, "chars"), true, false));
        METHODS.put("rstrip", (state, text, args) -> TextTrim.strip(state, text, args.get(0, "chars"), false, true));
        METHODS.put(
                "removeprefix",
                (state, text, args) -> TextTrim.withoutPrefix(state, text, string("removeprefix", args, 0)));
        METHODS.put(
                "removesuffix",
                (state, text, args) -> TextTrim.withoutSuffix(state, text, string("removesuffix", args, 0)));
        METHODS.put(
                "split", (state, text, args) -> TemplateValue.ListValue.of(TextSplit.split(state, text, args, false)));
        METHODS.put(
                "rsplit", (state, text, args) -> TemplateValue.ListValue.of(TextSplit.split(state, text, args, true)));
        METHODS.put(
                "splitlines",
                (state, text, args) ->
                        TemplateValue.ListValue.of(TextSplit.lines(state, text, args.isTrue(0, "keepends"))));
        METHODS.put(
                "partition",
                (state, text, args) -> TextSplit.partition(state, text, string("partition", args, 0), false));
        METHODS.put(
                "rpartition",
                (state, text, args) -> TextSplit.partition(state, text, string("rpartition", args, 0), true));
        METHODS.put("upper", (state, text, _) -> TextCase.upper(state, text));
        METHODS.put("lower", (state, text, _) -> TextCase.lower(state, text));
        METHODS.put("casefold", (state, text, _) -> TextCase.folded(state, text));
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
                        args.get(2, "count", TemplateValue.IntValue.of(-1))));
        METHODS.put("join", (state, text, args) -> TextSplit.join(state, text, args.require("join", 0, "iterable")));
        METHODS.put("format", BraceFormat::format);
        METHODS.put("startswith", (state, text, args) -> TextSearch.startsWith(state, text, args));
        METHODS.put("endswith", (state, text, args) -> TextSearch.endsWith(state, text, args));
        METHODS.put(
                "find", (state, text, args) -> TemplateValue.IntValue.of(TextSearch.find(state, text, args, false)));
        METHODS.put(
                "rfind", (state, text, args) -> TemplateValue.IntValue.of(TextSearch.find(state, text, args, true)));
        METHODS.put("index", (state, text, args) -> TextSearch.index(state, text, args, false));
        METHODS.put("rindex", (state, text, args) -> TextSearch.index(state, text, args, true));
        METHODS.put("count", (state, text, args) -> TextSearch.count(state, text, args));
        METHODS.put("center", (state, text, args) -> TextPad.pad(state, text, args, 1));
        METHODS.put("ljust", (state, text, args) -> TextPad.pad(state, text, args, 0));
        METHODS.put("rjust", (state, text, args) -> TextPad.pad(state, text, args, 2));
        METHODS.put("zfill", (state, text, args) -> TextPad.zeros(state, text, args));
        METHODS.put("isdigit", all(PythonNumerals::isDigit));
        METHODS.put("isdecimal", all(Character::isDigit));
        METHODS.put("isnumeric", all(PythonNumerals::isNumeric));
        METHODS.put("isalpha", all(Character::isLetter));
        METHODS.put("isalnum", all(c -> Character.isLetter(c) || PythonNumerals.isNumeric(c)));
        METHODS.put("isidentifier", test(StringMethodLibrary::isIdentifier));
        METHODS.put(
                "isprintable", test(text -> text.codePoints().allMatch(c -> c == ' ' || PythonQuotes.isPrintable(c))));
        METHODS.put("istitle", test(TextCase::isTitled));
        METHODS.put("expandtabs", TextPad::expandTabs);
        METHODS.put(
                "format_map",
                (state, text, args) ->
                        BraceFormat.format(state, text, mapping(args.require("format_map", 0, "mapping"))));
        METHODS.put("translate", (state, text, args) -> translated(state, text, args.require("translate", 0, "table")));
        METHODS.put("isspace", all(PythonWhitespace::isSpace));
        METHODS.put("isascii", test(text -> text.chars().allMatch(c -> c < 0x80)));
        METHODS.put(
                "isupper",
                (state, text, _) -> TemplateValue.of(TextCase.isCased(state, text.value(), Character::isUpperCase)));
        METHODS.put(
                "islower",
                (state, text, _) -> TemplateValue.of(TextCase.isCased(state, text.value(), Character::isLowerCase)));
    }

    private StringMethodLibrary() {}

    static Optional<TemplateValue> find(TextValue text, String name) {
        return Optional.ofNullable(METHODS.get(name))
                .map(method -> new TemplateValue.FunctionValue(
                        "builtin_function_or_method", name, (state, arguments) -> method.call(state, text, arguments)));
    }

    /// The table maps code points to texts, to code points, or to `None` for nothing.
    private static TextValue translated(RenderState state, TextValue text, TemplateValue table) {
        return MappedText.map(state, text, c -> {
            TemplateValue found = AttributeLookup.item(state, table, TemplateValue.IntValue.of(c));
            return switch (found) {
                case TemplateValue.UndefinedValue _ -> Character.toString(c);
                case TemplateValue.NoneValue _ -> "";
                case TextValue written -> written.value();
                default ->
                    FormatSpec.character(ValueCoercion.integer(found)
                            .orElseThrow(() ->
                                    TemplateException.type("character mapping must return integer, None or str")));
            };
        });
    }

    private static TemplateArguments mapping(TemplateValue given) {
        if (!(given instanceof TemplateValue.DictValue dict)) {
            throw TemplateException.type("format_map() argument must be a mapping, not " + given.typeName());
        }
        Map<String, TemplateValue> named = new HashMap<>();
        dict.entries().forEach((key, value) -> named.put(key.word(), value));
        return new TemplateArguments(List.of(), named);
    }

    private static boolean isIdentifier(String text) {
        return !text.isEmpty()
                && (Character.isUnicodeIdentifierStart(text.codePointAt(0)) || text.charAt(0) == '_')
                && text.codePoints()
                        .allMatch(c -> Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }

    private static Method all(IntPredicate holds) {
        return test(text -> !text.isEmpty() && text.codePoints().allMatch(holds));
    }

    private static Method test(Predicate<String> holds) {
        return (state, text, _) -> {
            state.budget().scan(text.value().length());
            return TemplateValue.of(holds.test(text.value()));
        };
    }

    public static TextValue string(String method, TemplateArguments arguments, int index) {
        TemplateValue value = arguments.require(method, index, "argument");
        ValueCoercion.refuseUndefined(value);
        if (value instanceof TextValue text) {
            return text;
        }
        throw TemplateException.type(method + "() argument " + (index + 1) + " must be str, not " + value.typeName());
    }

    /// The characters that Python takes for digits and numbers.
    static final class PythonNumerals {
        private static final String IDEOGRAPHS =
                "\u3405\u3483\u382a\u3b4d\u4e00\u4e03\u4e07\u4e09\u4e5d\u4e8c\u4e94\u4e96"
                        + "\u4ebf\u4ec0\u4edf\u4ee8\u4f0d\u4f70\u5104\u5146\u5169\u516b\u516d\u5341"
                        + "\u5343\u5344\u5345\u534c\u53c1\u53c2\u53c3\u53c4\u56db\u58f1\u58f9\u5e7a"
                        + "\u5efe\u5eff\u5f0c\u5f0d\u5f0e\u5f10\u62fe\u634c\u67d2\u6f06\u7396\u767e"
                        + "\u8086\u842c\u8cae\u8cb3\u8d30\u9621\u9646\u964c\u9678\u96f6\u3007";
        private static final int MOST = 9;

        private PythonNumerals() {}

        /// As `str.isdigit`: decimal digits, and superscripts and circled ones among others.
        static boolean isDigit(int c) {
            int value = Character.getNumericValue(c);
            return Character.isDigit(c)
                    || Character.getType(c) == Character.OTHER_NUMBER && value >= 0 && value <= MOST;
        }

        /// As `str.isnumeric`: also fractions, Roman numerals and the usual ideographs.
        static boolean isNumeric(int c) {
            int type = Character.getType(c);
            return type == Character.DECIMAL_DIGIT_NUMBER
                    || type == Character.LETTER_NUMBER
                    || type == Character.OTHER_NUMBER
                    || IDEOGRAPHS.indexOf(c) >= 0;
        }
    }
}
