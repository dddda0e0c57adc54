package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.python.Arithmetic;
import dev.throughline.render.jinja.python.AttributeLookup;
import dev.throughline.render.jinja.python.Iteration;
import dev.throughline.render.jinja.python.JsonDump;
import dev.throughline.render.jinja.python.StringMethodLibrary;
import dev.throughline.render.jinja.value.PythonError;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The filters by name: those of jinja2 that chat templates can use, and the `tojson` of transformers.
public final class FilterLibrary {
    private static final Map<String, Filter> FILTERS = new HashMap<>();

    static {
        TextFilterLibrary.addTo(FILTERS);
        SequenceFilterLibrary.addTo(FILTERS);
        SelectionFilterLibrary.addTo(FILTERS);
        NumberFilterLibrary.addTo(FILTERS);
        FILTERS.put("tojson", FilterLibrary::json);
        FILTERS.put("default", FilterLibrary::fallback);
        FILTERS.put("d", FilterLibrary::fallback);
        FILTERS.put(
                "attr",
                (_, input, args) -> AttributeLookup.attribute(input, StringMethodLibrary.string("attr", args, 0)));
    }

    private FilterLibrary() {}

    public static boolean has(String name) {
        return FILTERS.containsKey(name);
    }

    public static Filter find(String name) {
        return Optional.ofNullable(FILTERS.get(name))
                .orElseThrow(() -> new TemplateException(
                        PythonError.TEMPLATE_RUNTIME_ERROR, "No filter named '" + name + "' found."));
    }

    private static Value fallback(RenderState state, Value input, TemplateArguments arguments) {
        boolean isMissing = input instanceof Value.UndefinedValue
                || (arguments.get(1, "boolean", Value.FALSE).isTrue() && !input.isTrue());
        return isMissing ? arguments.get(0, "default_value", Text.EMPTY) : input;
    }

    private static Value json(RenderState state, Value input, TemplateArguments arguments) {
        arguments.only("tojson", "ensure_ascii", "indent", "separators", "sort_keys");
        Value indent = arguments.get(1, "indent", Value.NONE);
        boolean isIndented = !(indent instanceof Value.NoneValue);
        String unit = indent instanceof Text text
                ? text.value()
                : isIndented ? " ".repeat(Math.clamp(Arithmetic.index(indent), 0, 100)) : "";
        Value separators = arguments.get(2, "separators", Value.NONE);
        String between = isIndented ? "," : ", ";
        String afterKey = ": ";
        if (!(separators instanceof Value.NoneValue)) {
            var parts = Iteration.list(state, separators);
            if (parts.size() != 2) {
                throw TemplateException.value("not enough values to unpack (expected 2, got " + parts.size() + ")");
            }
            between = parts.getFirst().toString();
            afterKey = parts.getLast().toString();
        }
        boolean isAscii = arguments.get(0, "ensure_ascii", Value.FALSE).isTrue();
        boolean isSorted = arguments.get(3, "sort_keys", Value.FALSE).isTrue();
        return JsonDump.dump(state, input, new JsonDump.Format(isAscii, isIndented, unit, between, afterKey, isSorted));
    }
}
