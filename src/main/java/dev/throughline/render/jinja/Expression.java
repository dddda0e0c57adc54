package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Arithmetic.ArithmeticOperator;
import dev.throughline.render.jinja.ValueComparison.ComparisonOperator;
import java.util.List;

/// An expression of a template, as parsed.
public sealed interface Expression {
    /// A literal that is no string.
    record Constant(TemplateValue value) implements Expression {}

    /// A string literal; its characters belong to the message that it is evaluated for.
    record StringLiteral(String value) implements Expression {}

    record Name(String name) implements Expression {}

    record ListLiteral(List<Expression> items) implements Expression {}

    record TupleLiteral(List<Expression> items) implements Expression {}

    record DictLiteral(List<Expression> keys, List<Expression> values) implements Expression {}

    /// `target.name`
    record Attribute(Expression target, TextValue name, Position position) implements Expression {}

    /// `target[index]`
    record Subscript(Expression target, Expression index, Position position) implements Expression {}

    /// `from:to:step` between brackets; what is left out is a constant `None`.
    record Slice(Expression from, Expression to, Expression step) implements Expression {}

    record Call(Expression target, Arguments arguments, Position position) implements Expression {}

    record FilterCall(Expression input, String name, Arguments arguments, Position position) implements Expression {}

    record TestCall(Expression input, String name, Arguments arguments, Position position) implements Expression {}

    record Unary(UnaryOperator operator, Expression operand, Position position) implements Expression {}

    record Binary(ArithmeticOperator operator, Expression left, Expression right, Position position)
            implements Expression {}

    record Logical(boolean isAnd, Expression left, Expression right) implements Expression {}

    /// `a ~ b ~ c`
    record Concatenation(List<Expression> parts) implements Expression {}

    /// `first op1 b op2 c`, true if each neighboring pair is.
    record Comparison(
            Expression first, List<ComparisonOperator> operators, List<Expression> operands, Position position)
            implements Expression {}

    /// `then if condition else otherwise`
    record Conditional(Expression condition, Expression then, Expression otherwise) implements Expression {}

    /// Nothing after `else`: undefined.
    record MissingElse() implements Expression {}

    /// The body of a `{% filter %}` or `{% set %}…{% endset %}` block, already rendered.
    record Rendered() implements Expression {}

    /// The arguments of a call; `listed` after `*` and `mapped` after `**`.
    record Arguments(
            List<Expression> positional,
            List<String> names,
            List<Expression> named,
            List<Expression> listed,
            List<Expression> mapped) {
        public static final Arguments NONE = new Arguments(List.of(), List.of(), List.of(), List.of(), List.of());
    }

    enum UnaryOperator {
        NOT,
        MINUS,
        PLUS
    }
}
