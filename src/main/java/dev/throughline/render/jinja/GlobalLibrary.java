package dev.throughline.render.jinja;

import java.math.BigInteger;
import java.util.AbstractList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The functions that every chat template can call: jinja2's, and `raise_exception`, `strftime_now` and `tojson` of
/// transformers.
public final class GlobalLibrary {
    public static final Map<String, TemplateValue> GLOBALS = Map.of(
            "range", function("range", GlobalLibrary::range),
            "dict", function("dict", GlobalLibrary::dict),
            "namespace", function("namespace", GlobalLibrary::namespace),
            "cycler", function("cycler", (_, arguments) -> cycler(arguments)),
            "joiner", function("joiner", GlobalLibrary::joiner),
            "raise_exception", function("raise_exception", GlobalLibrary::raise),
            "strftime_now", function("strftime_now", GlobalLibrary::now));

    private GlobalLibrary() {}

    private static TemplateValue function(String name, TemplateValue.Callable body) {
        return new TemplateValue.FunctionValue("function", name, body);
    }

    private static TemplateValue range(RenderState state, TemplateArguments arguments) {
        List<TemplateValue> bounds = arguments.positional();
        if (bounds.isEmpty() || bounds.size() > 3) {
            throw TemplateException.type("range expected 1 to 3 arguments, got " + bounds.size());
        }
        BigInteger[] numbers = bounds.stream().map(GlobalLibrary::bound).toArray(BigInteger[]::new);
        BigInteger start = numbers.length > 1 ? numbers[0] : BigInteger.ZERO;
        BigInteger stop = numbers.length > 1 ? numbers[1] : numbers[0];
        BigInteger step = numbers.length > 2 ? numbers[2] : BigInteger.ONE;
        if (step.signum() == 0) {
            throw TemplateException.value("range() arg 3 must not be zero");
        }
        BigInteger span = stop.subtract(start);
        BigInteger size = span.signum() != step.signum()
                ? BigInteger.ZERO
                : span.abs().add(step.abs()).subtract(BigInteger.ONE).divide(step.abs());
        int most = state.budget().range();
        if (size.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new TemplateException(
                    PythonError.OVERFLOW_ERROR,
                    "Range too big. The sandbox blocks ranges larger than MAX_RANGE (" + most + ").");
        }
        String written = "range(" + start + ", " + stop + (numbers.length > 2 ? ", " + step : "") + ")";
        return new TemplateValue.RangeValue(new Numbers(start, step, size.intValue()), written);
    }

    private static BigInteger bound(TemplateValue value) {
        ValueCoercion.refuseUndefined(value);
        return ValueCoercion.integer(value)
                .orElseThrow(() -> TemplateException.type(
                        "'" + value.typeName() + "' object cannot be interpreted as an integer"));
    }

    /// The numbers of a range, made on demand.
    private static final class Numbers extends AbstractList<TemplateValue> {
        private final BigInteger start;
        private final BigInteger step;
        private final int size;

        Numbers(BigInteger start, BigInteger step, int size) {
            this.start = start;
            this.step = step;
            this.size = size;
        }

        @Override
        public TemplateValue get(int index) {
            return TemplateValue.IntValue.of(start.add(step.multiply(BigInteger.valueOf(index))));
        }

        @Override
        public int size() {
            return size;
        }
    }

    private static TemplateValue dict(RenderState state, TemplateArguments arguments) {
        Map<TemplateValue, TemplateValue> entries = new LinkedHashMap<>();
        arguments.find(0, "").ifPresent(source -> fill(state, entries, source));
        entries.putAll(TemplateValue.DictValue.named(arguments.named()).entries());
        return TemplateValue.DictValue.of(entries);
    }

    private static void fill(RenderState state, Map<TemplateValue, TemplateValue> entries, TemplateValue source) {
        if (source instanceof TemplateValue.DictValue dict) {
            state.budget().items(dict.entries().size());
            entries.putAll(dict.entries());
            return;
        }
        for (TemplateValue pair : Iteration.list(state, source)) {
            List<TemplateValue> parts = Iteration.list(state, pair);
            if (parts.size() != 2) {
                throw TemplateException.value(
                        "dictionary update sequence element has length " + parts.size() + "; 2 is required");
            }
            entries.put(ValueEquality.hashable(state, parts.getFirst(), entries.size()), parts.getLast());
        }
    }

    private static TemplateValue namespace(RenderState state, TemplateArguments arguments) {
        TemplateValue.NamespaceValue namespace = new TemplateValue.NamespaceValue();
        if (dict(state, arguments) instanceof TemplateValue.DictValue dict) {
            dict.entries().forEach((name, value) -> namespace.attributes().put(attributeName(name.word()), value));
        }
        return namespace;
    }

    /// A name that a template may set. Source: transformers 5.24, `TemplateNamespace`.
    static String attributeName(String name) {
        if (name.startsWith("_")) {
            throw new TemplateException(
                    PythonError.SECURITY_ERROR,
                    "Chat templates cannot store underscore-prefixed attributes on a namespace, but got '"
                            + TemplateException.quoted(name) + "'");
        }
        return name;
    }

    private static TemplateValue cycler(TemplateArguments arguments) {
        if (arguments.positional().isEmpty()) {
            throw new TemplateException(PythonError.RUNTIME_ERROR, "at least one item has to be provided");
        }
        List<TemplateValue> items = arguments.positional();
        int[] at = {0};
        TemplateValue.NamespaceValue cycler = new TemplateValue.NamespaceValue();
        cycler.attributes().put("current", items.getFirst());
        cycler.attributes().put("next", function("next", (_, _) -> {
            TemplateValue current = items.get(at[0]);
            at[0] = (at[0] + 1) % items.size();
            cycler.attributes().put("current", items.get(at[0]));
            return current;
        }));
        return cycler;
    }

    private static TemplateValue joiner(RenderState outer, TemplateArguments arguments) {
        TemplateValue separator = arguments.get(0, "sep", outer.text(", "));
        boolean[] isUsed = {false};
        return function("joiner", (_, _) -> {
            TemplateValue text = isUsed[0] ? separator : TextValue.EMPTY;
            isUsed[0] = true;
            return text;
        });
    }

    private static TemplateValue raise(RenderState state, TemplateArguments arguments) {
        throw new TemplateException(
                PythonError.TEMPLATE_ERROR,
                PythonText.str(state, arguments.require("raise_exception", 0, "message"))
                        .value());
    }

    private static TemplateValue now(RenderState state, TemplateArguments arguments) {
        TextValue format = StringMethodLibrary.string("strftime_now", arguments, 0);
        state.budget().items(format.value().length());
        return state.text(StrftimeFormat.format(format.value(), state.now()));
    }
}
