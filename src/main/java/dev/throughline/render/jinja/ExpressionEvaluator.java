package dev.throughline.render.jinja;

import dev.throughline.render.jinja.library.FilterLibrary;
import dev.throughline.render.jinja.library.TestLibrary;
import dev.throughline.render.jinja.parse.Expression;
import dev.throughline.render.jinja.parse.Expression.ComparisonOperator;
import dev.throughline.render.jinja.python.Arithmetic;
import dev.throughline.render.jinja.python.AttributeLookup;
import dev.throughline.render.jinja.python.Iteration;
import dev.throughline.render.jinja.python.PythonText;
import dev.throughline.render.jinja.python.SequenceSlice;
import dev.throughline.render.jinja.python.ValueComparison;
import dev.throughline.render.jinja.value.LoopContext;
import dev.throughline.render.jinja.value.Position;
import dev.throughline.render.jinja.value.RenderBudget;
import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateException;
import dev.throughline.render.jinja.value.Text;
import dev.throughline.render.jinja.value.TextBuilder;
import dev.throughline.render.jinja.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Evaluates expressions.
public final class ExpressionEvaluator {
    /// The name under which a scope has what [Expression.Rendered] stands for; no template can write it.
    static final String RENDERED = "{% rendered %}";

    private final RenderState state;
    private final RenderBudget budget;

    ExpressionEvaluator(RenderState state) {
        this.state = state;
        this.budget = state.budget();
    }

    Value evaluate(Expression expression, VariableScope scope) {
        budget.step();
        return switch (expression) {
            case Expression.Name name -> scope.get(name.name());
            case Expression.StringLiteral literal -> Text.of(literal.value(), state.origin());
            case Expression.Constant constant -> constant.value();
            case Expression.MissingElse _ ->
                new Value.UndefinedValue(
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

    private Value nested(Expression expression, VariableScope scope) {
        budget.enter();
        Value value = switch (expression) {
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
            case Expression.ListLiteral list -> Value.ListValue.of(all(list.items(), scope));
            case Expression.TupleLiteral tuple -> new Value.TupleValue(all(tuple.items(), scope));
            case Expression.DictLiteral dict -> dictionary(dict, scope);
            case Expression.Slice slice ->
                new Value.TupleValue(all(List.of(slice.from(), slice.to(), slice.step()), scope));
            case Expression.Name _, Expression.StringLiteral _, Expression.Constant _ -> evaluate(expression, scope);
            case Expression.MissingElse _, Expression.Rendered _ -> evaluate(expression, scope);
        };
        budget.leave();
        return value;
    }

    private List<Value> all(List<Expression> expressions, VariableScope scope) {
        List<Value> values = new ArrayList<>(expressions.size());
        for (Expression expression : expressions) {
            values.add(evaluate(expression, scope));
        }
        return values;
    }

    private Value attribute(Expression.Attribute attribute, VariableScope scope) {
        Value target = evaluate(attribute.target(), scope);
        try {
            return AttributeLookup.attribute(target, attribute.name());
        } catch (TemplateException e) {
            throw e.at(attribute.position());
        }
    }

    private Value subscript(Expression.Subscript subscript, VariableScope scope) {
        Value target = evaluate(subscript.target(), scope);
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

    private Value call(Expression.Call call, VariableScope scope) {
        Value target = evaluate(call.target(), scope);
        TemplateArguments arguments = arguments(call.arguments(), scope);
        try {
            return invoke(target, arguments);
        } catch (TemplateException e) {
            throw e.at(call.position());
        }
    }

    Value invoke(Value target, TemplateArguments arguments) {
        return switch (target) {
            case Value.FunctionValue function -> function.body().call(state, arguments);
            case LoopContext loop -> loop.recurse(state, arguments);
            case Value.UndefinedValue undefined -> throw undefined.raised();
            default -> throw TemplateException.type("'" + target.typeName() + "' object is not callable");
        };
    }

    TemplateArguments arguments(Expression.Arguments arguments, VariableScope scope) {
        if (arguments == Expression.Arguments.NONE) {
            return TemplateArguments.NONE;
        }
        List<Value> positional = all(arguments.positional(), scope);
        for (Expression listed : arguments.listed()) {
            Iteration.over(state, evaluate(listed, scope)).forEachRemaining(positional::add);
        }
        if (arguments.named().isEmpty() && arguments.mapped().isEmpty()) {
            return new TemplateArguments(positional, Map.of());
        }
        Map<String, Value> named = new LinkedHashMap<>();
        for (int index = 0; index < arguments.named().size(); index++) {
            named.put(arguments.names().get(index), evaluate(arguments.named().get(index), scope));
        }
        for (Expression mapped : arguments.mapped()) {
            if (!(evaluate(mapped, scope) instanceof Value.DictValue dict)) {
                throw TemplateException.type("argument after ** must be a mapping");
            }
            budget.items(dict.entries().size());
            dict.entries().forEach((key, value) -> named.put(key.toString(), value));
        }
        return new TemplateArguments(positional, named);
    }

    private Value filter(Expression.FilterCall call, VariableScope scope) {
        Value input = evaluate(call.input(), scope);
        TemplateArguments arguments = arguments(call.arguments(), scope);
        try {
            return FilterLibrary.find(call.name()).apply(state, input, arguments);
        } catch (TemplateException e) {
            throw e.at(call.position());
        }
    }

    private Value test(Expression.TestCall call, VariableScope scope) {
        Value input = evaluate(call.input(), scope);
        TemplateArguments arguments = arguments(call.arguments(), scope);
        try {
            return TestLibrary.find(call.name()).holds(state, input, arguments) ? Value.TRUE : Value.FALSE;
        } catch (TemplateException e) {
            throw e.at(call.position());
        }
    }

    private Value unary(Expression.Unary unary, VariableScope scope) {
        Value operand = evaluate(unary.operand(), scope);
        try {
            return switch (unary.operator()) {
                case NOT -> operand.isTrue() ? Value.FALSE : Value.TRUE;
                case MINUS -> Arithmetic.negate(operand, true);
                case PLUS -> Arithmetic.negate(operand, false);
            };
        } catch (TemplateException e) {
            throw e.at(unary.position());
        }
    }

    private Value binary(Expression.Binary binary, VariableScope scope) {
        Value left = evaluate(binary.left(), scope);
        Value right = evaluate(binary.right(), scope);
        try {
            return Arithmetic.apply(state, binary.operator(), left, right);
        } catch (TemplateException e) {
            throw e.at(binary.position());
        }
    }

    private Value logical(Expression.Logical logical, VariableScope scope) {
        Value left = evaluate(logical.left(), scope);
        return left.isTrue() == logical.isAnd() ? evaluate(logical.right(), scope) : left;
    }

    private Value concatenation(Expression.Concatenation concatenation, VariableScope scope) {
        List<Value> parts = all(concatenation.parts(), scope);
        TextBuilder builder = state.builder();
        parts.forEach(part -> builder.append(PythonText.str(state, part)));
        return builder.build();
    }

    private Value comparison(Expression.Comparison comparison, VariableScope scope) {
        Value left = evaluate(comparison.first(), scope);
        for (int index = 0; index < comparison.operators().size(); index++) {
            Value right = evaluate(comparison.operands().get(index), scope);
            if (!compare(comparison.operators().get(index), left, right, comparison.position())) {
                return Value.FALSE;
            }
            left = right;
        }
        return Value.TRUE;
    }

    private boolean compare(ComparisonOperator operator, Value left, Value right, Position position) {
        try {
            return ValueComparison.holds(state, operator, left, right);
        } catch (TemplateException e) {
            throw e.at(position);
        }
    }

    private Value conditional(Expression.Conditional conditional, VariableScope scope) {
        return evaluate(conditional.condition(), scope).isTrue()
                ? evaluate(conditional.then(), scope)
                : evaluate(conditional.otherwise(), scope);
    }

    private Value dictionary(Expression.DictLiteral dict, VariableScope scope) {
        Map<Value, Value> entries = new LinkedHashMap<>();
        for (int index = 0; index < dict.keys().size(); index++) {
            Value key = evaluate(dict.keys().get(index), scope);
            entries.put(hashable(key), evaluate(dict.values().get(index), scope));
        }
        return Value.DictValue.of(entries);
    }

    /// `key`, unless Python refuses it as a key.
    public static Value hashable(Value key) {
        if (key instanceof Value.ListValue || key instanceof Value.DictValue) {
            throw TemplateException.type("unhashable type: '" + key.typeName() + "'");
        }
        return key;
    }
}
