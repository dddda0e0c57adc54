package dev.throughline.render.jinja;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A value of the template language. A value from the context carries its origin, so that its text has one too.
public sealed interface TemplateValue
        permits TextValue,
                LoopContext,
                TemplateValue.NoneValue,
                TemplateValue.BoolValue,
                TemplateValue.IntValue,
                TemplateValue.FloatValue,
                TemplateValue.ListValue,
                TemplateValue.TupleValue,
                TemplateValue.RangeValue,
                TemplateValue.DictValue,
                TemplateValue.ViewValue,
                TemplateValue.StreamValue,
                TemplateValue.NamespaceValue,
                TemplateValue.FunctionValue,
                TemplateValue.UndefinedValue {
    /// Python's `None`, made by a template.
    NoneValue NONE = new NoneValue(Origin.FRAME);

    /// Python's `True`, made by a template.
    BoolValue TRUE = new BoolValue(true, Origin.FRAME);

    /// Python's `False`, made by a template.
    BoolValue FALSE = new BoolValue(false, Origin.FRAME);

    /// How many values of a tuple may say for which message it is.
    int FIRST = 8;

    /// `None`.
    record NoneValue(Origin origin) implements TemplateValue {
        @Override
        public boolean equals(Object other) {
            return other instanceof NoneValue;
        }

        @Override
        public int hashCode() {
            return 0;
        }
    }

    /// `True` or `False`.
    record BoolValue(boolean value, Origin origin) implements TemplateValue {
        @Override
        public boolean equals(Object other) {
            return ValueEquality.isSameKey(this, other);
        }

        @Override
        public int hashCode() {
            return value ? 1 : 0;
        }
    }

    /// An integer of any size.
    record IntValue(BigInteger value, Origin origin) implements TemplateValue {
        public static IntValue of(long value) {
            return of(BigInteger.valueOf(value));
        }

        public static IntValue of(BigInteger value) {
            return new IntValue(value, Origin.FRAME);
        }

        @Override
        public boolean equals(Object other) {
            return ValueEquality.isSameKey(this, other);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    /// A double.
    record FloatValue(double value, Origin origin) implements TemplateValue {
        public static FloatValue of(double value) {
            return new FloatValue(value, Origin.FRAME);
        }

        @Override
        public boolean equals(Object other) {
            return this == other || ValueEquality.isSameKey(this, other);
        }

        @Override
        public int hashCode() {
            return ValueEquality.whole(value).map(BigInteger::hashCode).orElseGet(() -> Double.hashCode(value));
        }
    }

    /// A list; never changed once made.
    record ListValue(List<TemplateValue> items, Origin origin) implements TemplateValue {
        public static ListValue of(List<TemplateValue> items) {
            return new ListValue(items, Origin.FRAME);
        }
    }

    /// A tuple.
    ///
    /// @param names of its items, if they have names
    record TupleValue(List<TemplateValue> items, List<String> names) implements TemplateValue {
        public TupleValue(List<TemplateValue> items) {
            this(items, List.of());
        }
    }

    /// A `range`, and how it is written.
    record RangeValue(List<TemplateValue> items, String written) implements TemplateValue {}

    /// A dictionary in the order of its keys' first appearance.
    record DictValue(Map<TemplateValue, TemplateValue> entries, Origin origin) implements TemplateValue {
        public static DictValue of(Map<TemplateValue, TemplateValue> entries) {
            return new DictValue(entries, Origin.FRAME);
        }

        /// A dictionary with names as keys.
        public static DictValue named(Map<String, TemplateValue> values) {
            Map<TemplateValue, TemplateValue> entries = LinkedHashMap.newLinkedHashMap(values.size());
            values.forEach((name, templateValue) -> entries.put(TextValue.of(name, Origin.FRAME), templateValue));
            return of(entries);
        }
    }

    /// The result of `keys()`, `values()` and `items()` of a dictionary.
    record ViewValue(String type, List<TemplateValue> items) implements TemplateValue {}

    /// A generator: its items are made on demand, and only once.
    record StreamValue(Iterator<TemplateValue> items) implements TemplateValue {}

    /// The result of `namespace()`: attributes that can be set from inner scopes.
    record NamespaceValue(Map<String, TemplateValue> attributes) implements TemplateValue {
        public NamespaceValue() {
            this(new LinkedHashMap<>());
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /// A callable: a macro, a method or a global function.
    record FunctionValue(String type, String name, Callable body) implements TemplateValue {}

    /// An undefined value: empty as text, false as a condition, an error otherwise.
    record UndefinedValue(PythonError error, String problem) implements TemplateValue {
        public UndefinedValue(String problem) {
            this(PythonError.UNDEFINED_ERROR, problem);
        }

        public TemplateException raised() {
            return new TemplateException(error, problem);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof UndefinedValue;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /// The code of a function.
    @FunctionalInterface
    interface Callable {
        /// The value of a call with these arguments.
        TemplateValue call(RenderState state, TemplateArguments arguments);
    }

    /// Python's truth value, made by a template.
    static BoolValue of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /// The name that a text is; for any other value one that nothing has. Unlike `toString` it does not write what a
    /// value holds, which may hold the same list again and again.
    default String word() {
        return this instanceof TextValue textValue ? textValue.value() : "<" + typeName() + ">";
    }

    /// The name of the type in Python.
    default String typeName() {
        return switch (this) {
            case TextValue textValue -> textValue.isMarkup() ? "Markup" : "str";
            case NoneValue _ -> "NoneType";
            case BoolValue _ -> "bool";
            case IntValue _ -> "int";
            case FloatValue _ -> "float";
            case ListValue _ -> "list";
            case TupleValue _ -> "tuple";
            case RangeValue _ -> "range";
            case DictValue _ -> "dict";
            case ViewValue view -> view.type();
            case StreamValue _ -> "generator";
            case NamespaceValue _ -> "Namespace";
            case FunctionValue function -> function.type();
            case UndefinedValue _ -> "Undefined";
            case LoopContext _ -> "LoopContext";
        };
    }

    /// The origin of the value, or [Origin#FRAME] if it was created by the template.
    default Origin valueOrigin() {
        return switch (this) {
            case TextValue textValue -> textValue.originAt(0);
            case NoneValue none -> none.origin();
            case BoolValue bool -> bool.origin();
            case IntValue number -> number.origin();
            case FloatValue number -> number.origin();
            case ListValue list -> list.origin();
            case DictValue dict -> dict.origin();
            case TupleValue _, RangeValue _, ViewValue _, StreamValue _ -> Origin.FRAME;
            case NamespaceValue _, FunctionValue _, UndefinedValue _, LoopContext _ -> Origin.FRAME;
        };
    }

    /// Whether it counts as true in a condition.
    default boolean isTrue() {
        return switch (this) {
            case TextValue textValue -> !textValue.value().isEmpty();
            case NoneValue _, UndefinedValue _ -> false;
            case BoolValue bool -> bool.value();
            case IntValue number -> number.value().signum() != 0;
            case FloatValue number -> number.value() != 0;
            case ListValue list -> !list.items().isEmpty();
            case TupleValue tuple -> !tuple.items().isEmpty();
            case RangeValue range -> !range.items().isEmpty();
            case DictValue dict -> !dict.entries().isEmpty();
            case ViewValue view -> !view.items().isEmpty();
            case LoopContext loop -> loop.length() > 0;
            case StreamValue _, NamespaceValue _, FunctionValue _ -> true;
        };
    }

    /// The message that this is, or lies in, or holds first; or -1. Of a tuple only its first values are asked, and
    /// nothing that they hold.
    default int message() {
        return switch (this) {
            case TextValue textValue -> textValue.message();
            case TupleValue tuple ->
                tuple.items().stream()
                        .limit(FIRST)
                        .filter(item -> !(item instanceof TupleValue
                                || item instanceof ListValue list && !(list.origin() instanceof Origin.Content)))
                        .mapToInt(TemplateValue::message)
                        .filter(index -> index >= 0)
                        .findFirst()
                        .orElse(-1);
            case ListValue list
            when !(list.origin() instanceof Origin.Content) ->
                list.items().isEmpty() ? -1 : list.items().getFirst().message();
            default -> valueOrigin().message();
        };
    }
}
