package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Arithmetic.ArithmeticOperator;
import dev.throughline.render.jinja.Expression.UnaryOperator;
import dev.throughline.render.jinja.TemplateToken.Kind;
import dev.throughline.render.jinja.ValueComparison.ComparisonOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Parses expressions; the precedence is that of jinja2 (`~` binds more than `+`, less than `*`).
final class ExpressionParser {
    private static final Map<String, ArithmeticOperator> BINARY = Arrays.stream(ArithmeticOperator.values())
            .collect(Collectors.toMap(ArithmeticOperator::token, Function.identity()));
    private static final Map<String, ComparisonOperator> COMPARISONS = Arrays.stream(ComparisonOperator.values())
            .filter(operator -> !operator.token().endsWith("in"))
            .collect(Collectors.toMap(ComparisonOperator::token, Function.identity()));

    private final TokenCursor cursor;
    private final PrimaryParser primary;

    ExpressionParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.primary = new PrimaryParser(cursor, this);
    }

    /// An expression, or several with commas between: a tuple.
    Expression tuple(boolean withConditional) {
        return list(withConditional, false);
    }

    /// The content of parentheses; may be empty.
    Expression parenthesized() {
        return list(true, true);
    }

    PrimaryParser primary() {
        return primary;
    }

    private Expression list(boolean withConditional, boolean mayBeEmpty) {
        List<Expression> items = new ArrayList<>();
        boolean isTuple = false;
        while (!isTupleEnd()) {
            items.add(withConditional ? expression() : or());
            if (!cursor.skipOperator(",")) {
                break;
            }
            isTuple = true;
        }
        if (isTuple || (items.isEmpty() && mayBeEmpty)) {
            return new Expression.TupleLiteral(items);
        }
        if (items.isEmpty()) {
            throw cursor.unexpected(
                    "Expected an expression, got '" + cursor.current().description() + "'");
        }
        return items.getFirst();
    }

    private boolean isTupleEnd() {
        return cursor.isAt(Kind.VARIABLE_END)
                || cursor.isAt(Kind.BLOCK_END)
                || cursor.isAtOperator(")")
                || cursor.isAtName("recursive");
    }

    Expression expression() {
        cursor.enter();
        Expression result = or();
        while (cursor.skipName("if")) {
            Expression condition = or();
            Expression otherwise = cursor.skipName("else") ? expression() : new Expression.MissingElse();
            result = new Expression.Conditional(condition, result, otherwise);
        }
        cursor.leave();
        return result;
    }

    private Expression or() {
        Expression left = and();
        while (cursor.skipName("or")) {
            left = new Expression.Logical(false, left, and());
        }
        return left;
    }

    private Expression and() {
        Expression left = not();
        while (cursor.skipName("and")) {
            left = new Expression.Logical(true, left, not());
        }
        return left;
    }

    private Expression not() {
        Position position = cursor.position();
        if (!cursor.skipName("not")) {
            return comparison();
        }
        cursor.enter();
        Expression operand = not();
        cursor.leave();
        return new Expression.Unary(UnaryOperator.NOT, operand, position);
    }

    private Expression comparison() {
        Position position = cursor.position();
        Expression first = sum();
        List<ComparisonOperator> operators = new ArrayList<>();
        List<Expression> operands = new ArrayList<>();
        for (Optional<ComparisonOperator> found = comparator(); found.isPresent(); found = comparator()) {
            operators.add(found.get());
            operands.add(sum());
        }
        return operators.isEmpty() ? first : new Expression.Comparison(first, operators, operands, position);
    }

    private Optional<ComparisonOperator> comparator() {
        if (cursor.skipName("in")) {
            return Optional.of(ComparisonOperator.IN);
        }
        if (cursor.isAtName("not") && cursor.following().isName("in")) {
            cursor.next();
            cursor.next();
            return Optional.of(ComparisonOperator.NOT_IN);
        }
        Optional<ComparisonOperator> found = cursor.isAt(Kind.OPERATOR)
                ? Optional.ofNullable(COMPARISONS.get(cursor.current().text()))
                : Optional.empty();
        found.ifPresent(_ -> cursor.next());
        return found;
    }

    private Expression sum() {
        return binary(this::concatenation, "+", "-");
    }

    private Expression concatenation() {
        Expression first = product();
        if (!cursor.isAtOperator("~")) {
            return first;
        }
        List<Expression> parts = new ArrayList<>(List.of(first));
        while (cursor.skipOperator("~")) {
            parts.add(product());
        }
        return new Expression.Concatenation(parts);
    }

    private Expression product() {
        return binary(this::power, "*", "/", "//", "%");
    }

    private Expression power() {
        Expression left = unary(true);
        boolean isNegativePower = left instanceof Expression.Unary negative
                && negative.operator() == UnaryOperator.MINUS
                && negative.operand() instanceof Expression.Constant
                && cursor.isAtOperator("**");
        return isNegativePower ? negativePower((Expression.Unary) left) : binary(left, () -> unary(true), "**");
    }

    /// jinja2 writes a negative number into the Python code that it makes, without parentheses: `-2 ** x` is
    /// `-(2 ** x)`, unless `x` is a constant too.
    private Expression negativePower(Expression.Unary negative) {
        Position position = cursor.position();
        cursor.expectOperator("**");
        Expression exponent = unary(true);
        boolean isConstant = exponent instanceof Expression.Constant
                || exponent instanceof Expression.Unary signed && signed.operand() instanceof Expression.Constant;
        Expression power = isConstant
                ? new Expression.Binary(ArithmeticOperator.POWER, negative, exponent, position)
                : new Expression.Unary(
                        UnaryOperator.MINUS,
                        new Expression.Binary(ArithmeticOperator.POWER, negative.operand(), exponent, position),
                        position);
        return binary(power, () -> unary(true), "**");
    }

    private Expression binary(Supplier<Expression> operand, String... operators) {
        return binary(operand.get(), operand, operators);
    }

    private Expression binary(Expression first, Supplier<Expression> operand, String... operators) {
        Expression left = first;
        while (cursor.isAt(Kind.OPERATOR)
                && Arrays.asList(operators).contains(cursor.current().text())) {
            Position position = cursor.position();
            ArithmeticOperator operator =
                    Objects.requireNonNull(BINARY.get(cursor.next().text()));
            left = new Expression.Binary(operator, left, operand.get(), position);
        }
        return left;
    }

    private Expression unary(boolean withFilter) {
        cursor.enter();
        Position position = cursor.position();
        Expression node;
        if (cursor.skipOperator("-")) {
            node = new Expression.Unary(UnaryOperator.MINUS, unary(false), position);
        } else if (cursor.skipOperator("+")) {
            node = new Expression.Unary(UnaryOperator.PLUS, unary(false), position);
        } else {
            node = primary.primary();
        }
        Expression result = primary.postfix(node);
        cursor.leave();
        return withFilter ? primary.filters(result) : result;
    }
}
