package dev.throughline.render.jinja.python;

import dev.throughline.render.jinja.value.LoopContext;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.jinja.value.PythonError;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// `value.name` and `value[index]`, as jinja2's immutable sandbox resolves them: a method before a key for the first, a
/// key before a method for the second; what changes a value, or begins with an underscore, cannot be used.
public final class AttributeLookup {
    private static final Set<String> DICT_CHANGES = Set.of("clear", "pop", "popitem", "setdefault", "update");
    private static final Set<String> LIST_CHANGES =
            Set.of("append", "clear", "pop", "reverse", "insert", "sort", "extend", "remove");

    private AttributeLookup() {}

    public static Value attribute(Value target, Text name) {
        Arithmetic.refuseUndefined(target);
        Optional<Value> own = own(target, name.value());
        if (own.isPresent()) {
            return own.get();
        }
        if (target instanceof Value.DictValue dict) {
            Value entry = dict.entries().get(name);
            if (entry != null) {
                return entry;
            }
        }
        return missing(target, name);
    }

    public static Value item(RenderState state, Value target, Value index) {
        Arithmetic.refuseUndefined(target);
        if (target instanceof Value.DictValue dict) {
            Value entry = dict.entries().get(index);
            if (entry != null) {
                return entry;
            }
        } else if (Arithmetic.integer(index).isPresent()) {
            Optional<Value> element = element(state, target, Arithmetic.index(index));
            if (element.isPresent()) {
                return element.get();
            }
        }
        return index instanceof Text name
                ? own(target, name.value()).orElseGet(() -> missing(target, index))
                : missing(target, index);
    }

    private static Optional<Value> element(RenderState state, Value target, int index) {
        return switch (target) {
            case Text text -> CodePoints.character(state, text, index);
            case Value.ListValue list -> element(list.items(), index);
            case Value.TupleValue tuple -> element(tuple.items(), index);
            case Value.RangeValue range -> element(range.items(), index);
            default -> Optional.empty();
        };
    }

    private static Optional<Value> element(List<Value> items, int index) {
        int at = index < 0 ? items.size() + index : index;
        return at >= 0 && at < items.size() ? Optional.of(items.get(at)) : Optional.empty();
    }

    /// Attributes and methods of the value's type.
    private static Optional<Value> own(Value target, String name) {
        if (name.startsWith("__") || (name.startsWith("_") && !(target instanceof Value.DictValue))) {
            return name.startsWith("__") ? Optional.of(unsafe(target, name)) : Optional.empty();
        }
        return switch (target) {
            case Text text -> StringMethodLibrary.find(text, name);
            case Value.DictValue dict ->
                DICT_CHANGES.contains(name)
                        ? Optional.of(unsafe(target, name))
                        : CollectionMethodLibrary.find(dict, name);
            case Value.ListValue list ->
                LIST_CHANGES.contains(name)
                        ? Optional.of(unsafe(target, name))
                        : CollectionMethodLibrary.find(list, list.items(), name);
            case Value.TupleValue tuple -> CollectionMethodLibrary.find(tuple, tuple.items(), name);
            case Value.NamespaceValue namespace ->
                Optional.ofNullable(namespace.attributes().get(name));
            case LoopContext loop -> loop.attribute(name);
            case Value.FunctionValue function ->
                function.type().equals("Macro") && name.equals("name")
                        ? Optional.of(Text.of(function.name(), Origin.FRAME))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Value unsafe(Value target, String name) {
        return new Value.UndefinedValue(
                PythonError.SECURITY_ERROR,
                "access to attribute '" + name + "' of '" + target.typeName() + "' object is unsafe.");
    }

    private static Value missing(Value target, Value name) {
        String type = target instanceof Value.NoneValue ? "None" : target.typeName() + " object";
        return new Value.UndefinedValue(
                name instanceof Text text
                        ? "'" + type + "' has no attribute '" + text.value() + "'"
                        : type + " has no element " + PythonText.plainRepr(name));
    }
}
