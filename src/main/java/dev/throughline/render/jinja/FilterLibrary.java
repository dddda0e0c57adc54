package dev.throughline.render.jinja;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The filters by name: those of jinja2 that chat templates can use, and the `tojson` of transformers.
public final class FilterLibrary {
    private static final Map<String, JinjaFilter> FILTERS = new HashMap<>();

    static {
        TextFilterLibrary.addTo(FILTERS);
        SequenceFilterLibrary.addTo(FILTERS);
        SelectionFilterLibrary.addTo(FILTERS);
        NumberFilterLibrary.addTo(FILTERS);
        MarkupFilterLibrary.addTo(FILTERS);
        FILTERS.put("tojson", FilterLibrary::json);
        FILTERS.put("default", FilterLibrary::fallback);
        FILTERS.put("d", FilterLibrary::fallback);
        FILTERS.put("attr", (_, input, args) -> {
            if (args.require("attr", 0, "name") instanceof TextValue name) {
                return AttributeLookup.attributeOnly(input, name);
            }
            throw TemplateException.type("attribute name must be string");
        });
    }

    private FilterLibrary() {}

    public static boolean has(String name) {
        return FILTERS.containsKey(name);
    }

    public static JinjaFilter find(String name) {
        return Optional.ofNullable(FILTERS.get(name))
                .orElseThrow(() -> new TemplateException(
                        PythonError.TEMPLATE_RUNTIME_ERROR, "No filter named '" + name + "' found."));
    }

    private static TemplateValue fallback(RenderState state, TemplateValue input, TemplateArguments arguments) {
        boolean isMissing =
                input instanceof TemplateValue.UndefinedValue || (arguments.isTrue(1, "boolean") && !input.isTrue());
        return isMissing ? arguments.get(0, "default_value", TextValue.EMPTY) : input;
    }

    private static TemplateValue json(RenderState state, TemplateValue input, TemplateArguments arguments) {
        arguments.only("tojson", "ensure_ascii", "indent", "separators", "sort_keys");
        TemplateValue indent = arguments.get(1, "indent");
        boolean isIndented = !(indent instanceof TemplateValue.NoneValue);
        String unit = indent instanceof TextValue text
                ? text.value()
                : isIndented ? " ".repeat(Math.clamp(ValueCoercion.index(indent), 0, 100)) : "";
        TemplateValue separators = arguments.get(2, "separators");
        String between = isIndented ? "," : ", ";
        String afterKey = ": ";
        if (!(separators instanceof TemplateValue.NoneValue)) {
            var parts = Iteration.list(state, separators);
            if (parts.size() != 2) {
                throw TemplateException.value("not enough values to unpack (expected 2, got " + parts.size() + ")");
            }
            between = parts.getFirst().word();
            afterKey = parts.getLast().word();
        }
        boolean isAscii = arguments.isTrue(0, "ensure_ascii");
        boolean isSorted = arguments.isTrue(3, "sort_keys");
        return JsonDump.dump(state, input, new JsonDump.Format(isAscii, isIndented, unit, between, afterKey, isSorted));
    }

    /// A filter: `input | name(arguments)`.
    @FunctionalInterface
    public interface JinjaFilter {
        TemplateValue apply(RenderState state, TemplateValue input, TemplateArguments arguments);
    }
}
