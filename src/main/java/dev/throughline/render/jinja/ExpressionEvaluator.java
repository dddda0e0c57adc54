package dev.throughline.render.jinja;

import dev.throughline.render.jinja.ValueComparison.ComparisonOperator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Evaluates expressions.
public final class ExpressionEvaluator {
    /// The name of the variable for [Expression.Rendered] in a scope; no template can write it.
    static final String RENDERED = "{% rendered %}";

    private final RenderState state;
    private final RenderBudget budget;

    ExpressionEvaluator(RenderState state) {
        this.state = state;
        this.budget = state.budget();
    }

    TemplateValue evaluate(Expression expression, VariableScope scope) {
        budget.step();
        return switch (expression) {
            case Expression.Name name -> scope.get(name.name());
            case Expression.StringLiteral literal -> TextValue.of(literal.value(), state.origin());
            case Expression.Constant constant -> constant.value();
            case Expression.MissingElse _ ->
                new TemplateValue.UndefinedValue(
                        "the inline if-expression evaluated to false and no else section was defined.");
            case Expression.Rendered _ -> scope.get(RENDERED);
            case Expression.Attribute _, Expression.Subscript _, Expression.Slice _ -> nested(expression, scope);
            case Expression.Call _, Expression.FilterCall _, Expression.TestCall _ -> nested(expression, scope);
            case Expression.Unary _, Expression.Binary _, Expression.Logical _ -> nested(expression, scope);
            case Expression.Concatenation _, Expression.Comparison _ -> nested(expression, scope);
            case Expression.Conditional _, Expression.ListLiteral _ -> nested(expression, scope);
            case Expression.TupleLiteral _, Expression.DictLiteral _ -> nested(expression, scope);
        };
    }

    private TemplateValue nested(Expression expression, VariableScope scope) {
        budget.enter();
        TemplateValue value = switch (expression) {
            case Expression.Attribute attribute -> attribute(attribute, scope);
            case Expression.Subscript subscript -> subscript(subscript, scope);
            case Expression.Call call -> call(call, scope);
            case Expression.FilterCall filter -> filter(filter, scope);
            case Expression.TestCall test -> test(test, scope);
            case Expression.Unary unary -> unary(unary, scope);
            case Expression.Binary binary -> binary(binary, scope);
            case Expression.Logical logical -> logical(logical, scope);
            case Expression.Concatenation parts -> concatenation(parts, scope);
            case Expression.Comparison comparison -> comparison(comparison, scope);
            case Expression.Conditional conditional -> conditional(conditional, scope);
            case Expression.ListLiteral list -> TemplateValue.ListValue.of(all(list.items(), scope));
            case Expression.TupleLiteral tuple -> new TemplateValue.TupleValue(all(tuple.items(), scope));
            case Expression.DictLiteral dict -> dictionary(dict, scope);
            case Expression.Slice slice ->
                new TemplateValue.TupleValue(all(List.of(slice.from(), slice.to(), slice.step()), scope));
            case Expression.Name _, Expression.StringLiteral _, Expression.Constant _ -> evaluate(expression, scope);
            case Expression.MissingElse _, Expression.Rendered _ -> evaluate(expression, scope);
        };
        budget.leave();
        return value;
    }

    private List<TemplateValue> all(List<Expression> expressions, VariableScope scope) {
        List<TemplateValue> values = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            values.add(evaluate(expression, scope));
        }
        return values;
    }

    private TemplateValue attribute(Expression.Attribute attribute, VariableScope scope) {
        TemplateValue target = evaluate(attribute.target(), scope);
        try {
            return AttributeLookup.attribute(target, attribute.name());
        } catch (TemplateException e) {
            throw e.at(attribute.position());
        }
    }

    private TemplateValue subscript(Expression.Subscript subscript, VariableScope scope) {
        TemplateValue target = evaluate(subscript.target(), scope);
        try {
            if (subscript.index() instanceof Expression.Slice slice) {
                return SequenceSlice.of(
                        state,
                        target,
                        evaluate(slice.from(), scope),
                        evaluate(slice.to(), scope),
                        evaluate(slice.step(), scope));
            }
            return AttributeLookup.item(state, target, evaluate(subscript.index(), scope));
        } catch (TemplateException e) {
            throw e.at(subscript.position());
        }
    }

    private TemplateValue call(Expression.Call call, VariableScope scope) {
        TemplateValue target = evaluate(call.target(), scope);
        TemplateArguments arguments = arguments(call.arguments(), scope);
        try {
            return invoke(target, arguments);
        } catch (TemplateException e) {
            throw e.at(call.position());
        }
    }

    TemplateValue invoke(TemplateValue target, TemplateArguments arguments) {
        return switch (target) {
            case TemplateValue.FunctionValue function -> function.body().call(state, arguments);
            case LoopContext loop -> loop.recurse(state, arguments);
            case TemplateValue.UndefinedValue undefined -> throw undefined.raised();
            default -> throw TemplateException.type("'" + target.typeName() + "' object is not callable");
        };
    }

    TemplateArguments arguments(Expression.Arguments arguments, VariableScope scope) {
        if (arguments == Expression.Arguments.NONE) {
            return TemplateArguments.NONE;
        }
        List<TemplateValue> positional = all(arguments.positional(), scope);
        for (Expression listed : arguments.listed()) {
            Iteration.over(state, evaluate(listed, scope)).forEachRemaining(positional::add);
        }
        if (arguments.named().isEmpty() && arguments.mapped().isEmpty()) {
            return new TemplateArguments(positional, Map.of());
        }
        Map<String, TemplateValue> named = new LinkedHashMap<>();
        for (int index = 0; index < arguments.named().size(); index++) {
            named.put(arguments.names().get(index), evaluate(arguments.named().get(index), scope));
        }
        for (Expression mapped : arguments.mapped()) {
            if (!(evaluate(mapped, scope) instanceof TemplateValue.DictValue dict)) {
                throw TemplateException.type("argument after ** must be a mapping");
            }
            budget.items(dict.entries().size());
            dict.entries().forEach((key, value) -> named.put(key.word(), value));
        }
        return new TemplateArguments(positional, named);
    }

    private TemplateValue filter(Expression.FilterCall call, VariableScope scope) {
        TemplateValue input = evaluate(call.input(), scope);
        TemplateArguments arguments = arguments(call.arguments(), scope);
        try {
            return FilterLibrary.find(call.name()).apply(state, input, arguments);
        } catch (TemplateException e) {
            throw e.at(call.position());
        }
    }

    private TemplateValue test(Expression.TestCall call, VariableScope scope) {
        TemplateValue input = evaluate(call.input(), scope);
        TemplateArguments arguments = arguments(call.arguments(), scope);
        try {
            return TestLibrary.find(call.name()).holds(state, input, arguments)
                    ? TemplateValue.TRUE
                    : TemplateValue.FALSE;
        } catch (TemplateException e) {
            throw e.at(call.position());
        }
    }

    private TemplateValue unary(Expression.Unary unary, VariableScope scope) {
        TemplateValue operand = evaluate(unary.operand(), scope);
        try {
            return switch (unary.operator()) {
                case NOT -> operand.isTrue() ? TemplateValue.FALSE : TemplateValue.TRUE;
                case MINUS -> Arithmetic.negate(operand, true);
                case PLUS -> Arithmetic.negate(operand, false);
            };
        } catch (TemplateException e) {
            throw e.at(unary.position());
        }
    }

    private TemplateValue binary(Expression.Binary binary, VariableScope scope) {
        TemplateValue left = evaluate(binary.left(), scope);
        TemplateValue right = evaluate(binary.right(), scope);
        try {
            return Arithmetic.apply(state, binary.operator(), left, right);
        } catch (TemplateException e) {
            throw e.at(binary.position());
        }
    }

    private TemplateValue logical(Expression.Logical logical, VariableScope scope) {
        TemplateValue left = evaluate(logical.left(), scope);
        return left.isTrue() == logical.isAnd() ? evaluate(logical.right(), scope) : left;
    }

    private TemplateValue concatenation(Expression.Concatenation concatenation, VariableScope scope) {
        List<TemplateValue> parts = all(concatenation.parts(), scope);
        TextValueBuilder builder = state.builder();
        parts.forEach(part -> builder.append(PythonText.str(state, part)));
        return builder.build();
    }

    private TemplateValue comparison(Expression.Comparison comparison, VariableScope scope) {
        TemplateValue left = evaluate(comparison.first(), scope);
        for (int index = 0; index < comparison.operators().size(); index++) {
            TemplateValue right = evaluate(comparison.operands().get(index), scope);
            if (!compare(comparison.operators().get(index), left, right, comparison.position())) {
                return TemplateValue.FALSE;
            }
            left = right;
        }
        return TemplateValue.TRUE;
    }

    private boolean compare(ComparisonOperator operator, TemplateValue left, TemplateValue right, Position position) {
        try {
            return ValueComparison.holds(state, operator, left, right);
        } catch (TemplateException e) {
            throw e.at(position);
        }
    }

    private TemplateValue conditional(Expression.Conditional conditional, VariableScope scope) {
        return evaluate(conditional.condition(), scope).isTrue()
                ? evaluate(conditional.then(), scope)
                : evaluate(conditional.otherwise(), scope);
    }

    private TemplateValue dictionary(Expression.DictLiteral dict, VariableScope scope) {
        Map<TemplateValue, TemplateValue> entries = new LinkedHashMap<>();
        for (int index = 0; index < dict.keys().size(); index++) {
            TemplateValue key = evaluate(dict.keys().get(index), scope);
            entries.put(
                    ValueEquality.hashable(state, key, entries.size()),
                    evaluate(dict.values().get(index), scope));
        }
        return TemplateValue.DictValue.of(entries);
    }

    /// `value[from:to:step]`.
    private static final class SequenceSlice {
        private SequenceSlice() {}

        public static TemplateValue of(
                RenderState state, TemplateValue target, TemplateValue from, TemplateValue to, TemplateValue step) {
            ValueCoercion.refuseUndefined(target);
            return switch (target) {
                case TextValue text -> text(state, text, from, to, step);
                case TemplateValue.ListValue list ->
                    TemplateValue.ListValue.of(items(state, list.items(), from, to, step));
                case TemplateValue.TupleValue tuple ->
                    new TemplateValue.TupleValue(items(state, tuple.items(), from, to, step));
                case TemplateValue.RangeValue range ->
                    TemplateValue.ListValue.of(items(state, range.items(), from, to, step));
                case TemplateValue.DictValue _ -> throw TemplateException.type("unhashable type: 'slice'");
                default -> throw TemplateException.type("'" + target.typeName() + "' object is not subscriptable");
            };
        }

        private static TextValue text(
                RenderState state, TextValue text, TemplateValue from, TemplateValue to, TemplateValue step) {
            String value = text.value();
            state.budget().scan(value.length());
            int[] indexes = indexes(CodePoints.length(value), from, to, step);
            if (indexes[2] == 1) {
                int start = CodePoints.offset(value, indexes[0]);
                return text.substring(
                        state.budget(), start, CodePoints.offset(value, Math.max(indexes[0], indexes[1])));
            }
            TextValueBuilder builder = state.builder();
            walk(indexes).forEach(at -> {
                int offset = CodePoints.offset(value, at);
                state.budget().scan(offset);
                builder.append(text, offset, offset + Character.charCount(value.codePointAt(offset)));
            });
            return builder.build();
        }

        private static List<TemplateValue> items(
                RenderState state,
                List<TemplateValue> items,
                TemplateValue from,
                TemplateValue to,
                TemplateValue step) {
            int[] indexes = indexes(items.size(), from, to, step);
            if (indexes[2] == 1) {
                return items.subList(indexes[0], Math.max(indexes[0], indexes[1]));
            }
            List<TemplateValue> found = new ArrayList<>();
            walk(indexes).forEach(at -> {
                state.budget().items(1);
                found.add(items.get(at));
            });
            return found;
        }

        private static IntStream walk(int[] indexes) {
            return IntStream.iterate(
                    indexes[0], at -> indexes[2] > 0 ? at < indexes[1] : at > indexes[1], at -> at + indexes[2]);
        }

        private static int[] indexes(int size, TemplateValue from, TemplateValue to, TemplateValue step) {
            int by = step instanceof TemplateValue.NoneValue ? 1 : ValueCoercion.index(step);
            if (by == 0) {
                throw TemplateException.value("slice step cannot be zero");
            }
            int low = by > 0 ? 0 : -1;
            int high = by > 0 ? size : size - 1;
            return new int[] {
                bound(from, by > 0 ? low : high, size, low, high), bound(to, by > 0 ? high : low, size, low, high), by
            };
        }

        private static int bound(TemplateValue value, int fallback, int size, int low, int high) {
            if (value instanceof TemplateValue.NoneValue) {
                return fallback;
            }
            ValueCoercion.refuseUndefined(value);
            if (ValueCoercion.integer(value).isEmpty()) {
                throw TemplateException.type("slice indices must be integers or None or have an __index__ method");
            }
            int index = ValueCoercion.index(value);
            return Math.clamp(index < 0 ? index + size : index, low, high);
        }
    }
}
