package dev.throughline.render.jinja;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `value.name` and `value[index]`, as jinja2's immutable sandbox resolves them: a method before a key for the first,
/// a key before a method for the second; what changes a value, or begins with an underscore, cannot be used.
public final class AttributeLookup {
    private static final Set<String> DICT_CHANGES = Set.of("clear", "pop", "popitem", "setdefault", "update");
    private static final Set<String> LIST_CHANGES =
            Set.of("append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove");

    private AttributeLookup() {}

    public static TemplateValue attribute(TemplateValue target, TextValue name) {
        ValueCoercion.refuseUndefined(target);
        Optional<TemplateValue> own = own(target, name.value());
        if (own.isPresent()) {
            return own.get();
        }
        if (target instanceof TemplateValue.DictValue dict) {
            TemplateValue entry = dict.entries().get(name);
            if (entry != null) {
                return entry;
            }
        }
        return missing(target, name);
    }

    /// The filter `attr`: an attribute of the value's type, never an entry of a dictionary.
    static TemplateValue attributeOnly(TemplateValue target, TextValue name) {
        ValueCoercion.refuseUndefined(target);
        return target instanceof TemplateValue.NamespaceValue
                ? missing(target, name)
                : own(target, name.value()).orElseGet(() -> missing(target, name));
    }

    public static TemplateValue item(RenderState state, TemplateValue target, TemplateValue index) {
        ValueCoercion.refuseUndefined(target);
        if (target instanceof TemplateValue.DictValue dict) {
            TemplateValue entry = ValueEquality.isHashable(index)
                    ? dict.entries()
                            .get(ValueEquality.hashable(
                                    state, index, dict.entries().size()))
                    : null;
            if (entry != null) {
                return entry;
            }
        } else if (ValueCoercion.integer(index).isPresent()) {
            Optional<TemplateValue> element = element(state, target, ValueCoercion.index(index));
            if (element.isPresent()) {
                return element.get();
            }
        }
        return index instanceof TextValue name
                ? own(target, name.value()).orElseGet(() -> missing(target, index))
                : missing(target, index);
    }

    private static Optional<TemplateValue> element(RenderState state, TemplateValue target, int index) {
        return switch (target) {
            case TextValue text -> CodePoints.character(state, text, index);
            case TemplateValue.ListValue list -> element(list.items(), index);
            case TemplateValue.TupleValue tuple -> element(tuple.items(), index);
            case TemplateValue.RangeValue range -> element(range.items(), index);
            default -> Optional.empty();
        };
    }

    private static Optional<TemplateValue> element(List<TemplateValue> items, int index) {
        int at = index < 0 ? items.size() + index : index;
        return at >= 0 && at < items.size() ? Optional.of(items.get(at)) : Optional.empty();
    }

    /// Attributes and methods of the value's type.
    private static Optional<TemplateValue> own(TemplateValue target, String name) {
        if (name.startsWith("__") || (name.startsWith("_") && !(target instanceof TemplateValue.DictValue))) {
            return name.startsWith("__") ? Optional.of(unsafe(target, name)) : Optional.empty();
        }
        return switch (target) {
            case TextValue text -> StringMethodLibrary.find(text, name);
            case TemplateValue.DictValue dict ->
                DICT_CHANGES.contains(name)
                        ? Optional.of(unsafe(target, name))
                        : CollectionMethodLibrary.find(dict, name);
            case TemplateValue.ListValue list ->
                LIST_CHANGES.contains(name)
                        ? Optional.of(unsafe(target, name))
                        : CollectionMethodLibrary.find(list, list.items(), name);
            case TemplateValue.TupleValue tuple ->
                tuple.names().contains(name)
                        ? Optional.of(tuple.items().get(tuple.names().indexOf(name)))
                        : CollectionMethodLibrary.find(tuple, tuple.items(), name);
            case TemplateValue.IntValue _, TemplateValue.BoolValue _, TemplateValue.FloatValue _ ->
                NumberMethodLibrary.find(target, name);
            case TemplateValue.NamespaceValue namespace ->
                Optional.ofNullable(namespace.attributes().get(name));
            case LoopContext loop -> loop.attribute(name);
            case TemplateValue.FunctionValue function ->
                function.type().equals("Macro") && name.equals("name")
                        ? Optional.of(TextValue.of(function.name(), Origin.FRAME))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static TemplateValue unsafe(TemplateValue target, String name) {
        return new TemplateValue.UndefinedValue(
                PythonError.SECURITY_ERROR,
                "access to attribute '" + TemplateException.quoted(name) + "' of '" + target.typeName()
                        + "' object is unsafe.");
    }

    private static TemplateValue missing(TemplateValue target, TemplateValue name) {
        String type = target instanceof TemplateValue.NoneValue ? "None" : target.typeName() + " object";
        return new TemplateValue.UndefinedValue(
                name instanceof TextValue text
                        ? "'" + type + "' has no attribute '" + TemplateException.quoted(text.value()) + "'"
                        : type + " has no element " + PythonText.plainRepr(name));
    }
}
