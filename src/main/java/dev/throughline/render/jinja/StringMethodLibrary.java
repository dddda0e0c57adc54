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
        TemplateValue call(RenderState state, TextValue textValue, TemplateArguments arguments);
    }

    static {
        METHODS.put(
                "strip",
                (state, textValue, args) ->
                        TextTrim.strip(state, textValue, args.get(0, "chars", TemplateValue.NONE), true, true));
        METHODS.put(
                "lstrip",
                (state, textValue, args) ->
                        TextTrim.strip(state, textValue, args.get(0, "chars", TemplateValue.NONE), true, false));
        METHODS.put(
                "rstrip",
                (state, textValue, args) ->
                        TextTrim.strip(state, textValue, args.get(0, "chars", TemplateValue.NONE), false, true));
        METHODS.put(
                "removeprefix",
                (state, textValue, args) -> TextTrim.withoutPrefix(state, textValue, string("removeprefix", args, 0)));
        METHODS.put(
                "removesuffix",
                (state, textValue, args) -> TextTrim.withoutSuffix(state, textValue, string("removesuffix", args, 0)));
        METHODS.put(
                "split",
                (state, textValue, args) -> TemplateValue.ListValue.of(TextSplit.split(state, textValue, args, false)));
        METHODS.put(
                "rsplit",
                (state, textValue, args) -> TemplateValue.ListValue.of(TextSplit.split(state, textValue, args, true)));
        METHODS.put(
                "splitlines",
                (state, textValue, args) -> TemplateValue.ListValue.of(TextSplit.lines(
                        state,
                        textValue,
                        args.get(0, "keepends", TemplateValue.FALSE).isTrue())));
        METHODS.put(
                "partition",
                (state, textValue, args) -> TextSplit.partition(state, textValue, string("partition", args, 0), false));
        METHODS.put(
                "rpartition",
                (state, textValue, args) -> TextSplit.partition(state, textValue, string("rpartition", args, 0), true));
        METHODS.put("upper", (state, textValue, _) -> TextCase.upper(state, textValue));
        METHODS.put("lower", (state, textValue, _) -> TextCase.lower(state, textValue));
        METHODS.put("casefold", (state, textValue, _) -> TextCase.folded(state, textValue));
        METHODS.put("swapcase", (state, textValue, _) -> TextCase.swapped(state, textValue));
        METHODS.put("capitalize", (state, textValue, _) -> TextCase.capitalized(state, textValue));
        METHODS.put("title", (state, textValue, _) -> TextCase.title(state, textValue));
        METHODS.put(
                "replace",
                (state, textValue, args) -> TextSplit.replace(
                        state,
                        textValue,
                        string("replace", args, 0),
                        string("replace", args, 1),
                        args.get(2, "count", TemplateValue.IntValue.of(-1))));
        METHODS.put(
                "join",
                (state, textValue, args) -> TextSplit.join(state, textValue, args.require("join", 0, "iterable")));
        METHODS.put("format", BraceFormat::format);
        METHODS.put("startswith", (state, textValue, args) -> TextSearch.startsWith(state, textValue, args));
        METHODS.put("endswith", (state, textValue, args) -> TextSearch.endsWith(state, textValue, args));
        METHODS.put(
                "find",
                (state, textValue, args) -> TemplateValue.IntValue.of(TextSearch.find(state, textValue, args, false)));
        METHODS.put(
                "rfind",
                (state, textValue, args) -> TemplateValue.IntValue.of(TextSearch.find(state, textValue, args, true)));
        METHODS.put("index", (state, textValue, args) -> TextSearch.index(state, textValue, args, false));
        METHODS.put("rindex", (state, textValue, args) -> TextSearch.index(state, textValue, args, true));
        METHODS.put("count", (state, textValue, args) -> TextSearch.count(state, textValue, args));
        METHODS.put("center", (state, textValue, args) -> TextPad.pad(state, textValue, args, 1));
        METHODS.put("ljust", (state, textValue, args) -> TextPad.pad(state, textValue, args, 0));
        METHODS.put("rjust", (state, textValue, args) -> TextPad.pad(state, textValue, args, 2));
        METHODS.put("zfill", (state, textValue, args) -> TextPad.zeros(state, textValue, args));
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
                (state, textValue, args) ->
                        BraceFormat.format(state, textValue, mapping(args.require("format_map", 0, "mapping"))));
        METHODS.put(
                "translate",
                (state, textValue, args) -> translated(state, textValue, args.require("translate", 0, "table")));
        METHODS.put("isspace", all(PythonWhitespace::isSpace));
        METHODS.put("isascii", test(text -> text.chars().allMatch(c -> c < 0x80)));
        METHODS.put(
                "isupper",
                (state, textValue, _) ->
                        TemplateValue.of(TextCase.isCased(state, textValue.value(), Character::isUpperCase)));
        METHODS.put(
                "islower",
                (state, textValue, _) ->
                        TemplateValue.of(TextCase.isCased(state, textValue.value(), Character::isLowerCase)));
    }

    private StringMethodLibrary() {}

    static Optional<TemplateValue> find(TextValue textValue, String name) {
        return Optional.ofNullable(METHODS.get(name))
                .map(method -> new TemplateValue.FunctionValue(
                        "builtin_function_or_method",
                        name,
                        (state, arguments) -> method.call(state, textValue, arguments)));
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
        return (state, textValue, _) -> {
            state.budget().scan(textValue.value().length());
            return TemplateValue.of(holds.test(textValue.value()));
        };
    }

    public static TextValue string(String method, TemplateArguments arguments, int index) {
        TemplateValue templateValue = arguments.require(method, index, "argument");
        ValueCoercion.refuseUndefined(templateValue);
        if (templateValue instanceof TextValue textValue) {
            return textValue;
        }
        throw TemplateException.type(
                method + "() argument " + (index + 1) + " must be str, not " + templateValue.typeName());
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
