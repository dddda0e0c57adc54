package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Expression.Arguments;
import dev.throughline.render.jinja.Expression.UnaryOperator;
import dev.throughline.render.jinja.TemplateToken.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/// Parses literals, names and what may follow them: attributes, subscripts, calls, filters and tests.
final class PrimaryParser {
    private static final Expression NOTHING = new Expression.Constant(TemplateValue.NONE);

    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    PrimaryParser(TokenCursor cursor, ExpressionParser expressions) {
        this.cursor = cursor;
        this.expressions = expressions;
    }

    Expression primary() {
        TemplateToken token = cursor.current();
        return switch (token.kind()) {
            case NAME -> name(cursor.next().text());
            case STRING -> string();
            case INTEGER ->
                new Expression.Constant(
                        TemplateValue.IntValue.of(integer(cursor.next().text())));
            case FLOAT ->
                new Expression.Constant(TemplateValue.FloatValue.of(
                        Double.parseDouble(cursor.next().text().replace("_", ""))));
            case OPERATOR -> bracketed(token.text());
            case DATA, VARIABLE_BEGIN, VARIABLE_END, BLOCK_BEGIN, BLOCK_END, END -> throw unexpected();
        };
    }

    private static Expression name(String name) {
        return switch (name) {
            case "true", "True" -> new Expression.Constant(TemplateValue.TRUE);
            case "false", "False" -> new Expression.Constant(TemplateValue.FALSE);
            case "none", "None" -> NOTHING;
            default -> new Expression.Name(name);
        };
    }

    private Expression string() {
        StringBuilder joined = new StringBuilder();
        while (cursor.isAt(Kind.STRING)) {
            joined.append(cursor.next().text());
        }
        return new Expression.StringLiteral(joined.toString());
    }

    private static BigInteger integer(String digits) {
        String plain = digits.replace("_", "").toLowerCase(java.util.Locale.ROOT);
        if (plain.length() < 2 || Character.isDigit(plain.charAt(1))) {
            return new BigInteger(plain);
        }
        int radix = plain.charAt(1) == 'x' ? 16 : plain.charAt(1) == 'o' ? 8 : 2;
        return new BigInteger(plain.substring(2), radix);
    }

    private Expression bracketed(String operator) {
        switch (operator) {
            case "(" -> {
                cursor.next();
                Expression inner = expressions.parenthesized();
                cursor.expectOperator(")");
                return inner;
            }
            case "[" -> {
                cursor.next();
                return new Expression.ListLiteral(until("]", expressions::expression));
            }
            case "{" -> {
                return dictionary();
            }
            default -> throw unexpected();
        }
    }

    private Expression dictionary() {
        cursor.next();
        List<Expression> keys = new ArrayList<>();
        List<Expression> values = until("}", () -> {
            keys.add(expressions.expression());
            cursor.expectOperator(":");
            return expressions.expression();
        });
        return new Expression.DictLiteral(keys, values);
    }

    private List<Expression> until(String end, java.util.function.Supplier<Expression> item) {
        List<Expression> items = new ArrayList<>();
        while (!cursor.isAtOperator(end)) {
            if (!items.isEmpty()) {
                cursor.expectOperator(",");
                if (cursor.isAtOperator(end)) {
                    break;
                }
            }
            items.add(item.get());
        }
        cursor.expectOperator(end);
        return items;
    }

    Expression postfix(Expression start) {
        Expression node = start;
        while (cursor.isAt(Kind.OPERATOR)) {
            switch (cursor.current().text()) {
                case "." -> node = attribute(node);
                case "[" -> node = subscript(node);
                case "(" -> node = call(node);
                default -> {
                    return node;
                }
            }
        }
        return node;
    }

    Expression filters(Expression start) {
        Expression node = start;
        while (true) {
            if (cursor.isAtOperator("|")) {
                node = filterChain(node);
            } else if (cursor.isAtName("is")) {
                node = test(node);
            } else if (cursor.isAtOperator("(")) {
                node = call(node);
            } else {
                return node;
            }
        }
    }

    /// The filters at the cursor, each after a `|`, on `input`.
    Expression filterChain(Expression input) {
        Expression node = input;
        while (cursor.skipOperator("|")) {
            node = filter(node);
        }
        return node;
    }

    /// One filter, its name at the cursor.
    Expression filter(Expression input) {
        Position position = cursor.position();
        String name = dottedName();
        cursor.known(FilterLibrary.has(name), "filter", name);
        Arguments arguments = cursor.isAtOperator("(") ? arguments() : Arguments.NONE;
        return new Expression.FilterCall(input, name, arguments, position);
    }

    private Expression test(Expression input) {
        Position position = cursor.position();
        cursor.next();
        boolean isNegated = cursor.skipName("not");
        String name = dottedName();
        cursor.known(TestLibrary.has(name), "test", name);
        Expression test = new Expression.TestCall(input, name, testArguments(), position);
        return isNegated ? new Expression.Unary(UnaryOperator.NOT, test, position) : test;
    }

    private Arguments testArguments() {
        if (cursor.isAtOperator("(")) {
            return arguments();
        }
        boolean hasArgument = switch (cursor.current().kind()) {
            case STRING, INTEGER, FLOAT -> true;
            case NAME -> !List.of("else", "or", "and").contains(cursor.current().text());
            case OPERATOR -> cursor.isAtOperator("[") || cursor.isAtOperator("{");
            case DATA, VARIABLE_BEGIN, VARIABLE_END, BLOCK_BEGIN, BLOCK_END, END -> false;
        };
        if (!hasArgument) {
            return Arguments.NONE;
        }
        if (cursor.isAtName("is")) {
            throw cursor.unexpected("You cannot chain multiple tests with is");
        }
        return new Arguments(List.of(postfix(primary())), List.of(), List.of(), List.of(), List.of());
    }

    private String dottedName() {
        StringBuilder name = new StringBuilder(cursor.expect(Kind.NAME).text());
        while (cursor.skipOperator(".")) {
            name.append('.').append(cursor.expect(Kind.NAME).text());
        }
        return name.toString();
    }

    private Expression attribute(Expression target) {
        Position position = cursor.position();
        cursor.next();
        TemplateToken name = cursor.next();
        return switch (name.kind()) {
            case NAME -> new Expression.Attribute(target, TextValue.of(name.text(), Origin.FRAME), position);
            case INTEGER ->
                new Expression.Subscript(
                        target, new Expression.Constant(TemplateValue.IntValue.of(integer(name.text()))), position);
            default -> throw cursor.unexpected("expected name or number");
        };
    }

    private Expression subscript(Expression target) {
        Position position = cursor.position();
        cursor.next();
        List<Expression> indexes = until("]", this::subscribed);
        if (indexes.isEmpty()) {
            throw cursor.unexpected("expected subscript expression");
        }
        Expression index = indexes.size() == 1 ? indexes.getFirst() : new Expression.TupleLiteral(indexes);
        return new Expression.Subscript(target, index, position);
    }

    private Expression subscribed() {
        Expression from = cursor.isAtOperator(":") ? NOTHING : expressions.expression();
        if (!cursor.skipOperator(":")) {
            return from;
        }
        Expression to = bound();
        Expression step = cursor.skipOperator(":") ? bound() : NOTHING;
        return new Expression.Slice(from, to, step);
    }

    private Expression bound() {
        boolean isEmpty = cursor.isAtOperator(":") || cursor.isAtOperator("]") || cursor.isAtOperator(",");
        return isEmpty ? NOTHING : expressions.expression();
    }

    Expression.Call call(Expression target) {
        Position position = cursor.position();
        return new Expression.Call(target, arguments(), position);
    }

    private Arguments arguments() {
        cursor.expectOperator("(");
        List<Expression> positional = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Expression> named = new ArrayList<>();
        List<Expression> listed = new ArrayList<>();
        List<Expression> mapped = new ArrayList<>();
        until(")", () -> {
            if (cursor.skipOperator("*")) {
                return add(listed, listed.isEmpty() && mapped.isEmpty());
            }
            if (cursor.skipOperator("**")) {
                return add(mapped, mapped.isEmpty());
            }
            if (cursor.isAt(Kind.NAME) && cursor.following().isOperator("=")) {
                names.add(cursor.next().text());
                cursor.next();
                return add(named, mapped.isEmpty());
            }
            return add(positional, listed.isEmpty() && mapped.isEmpty() && names.isEmpty());
        });
        return new Arguments(positional, names, named, listed, mapped);
    }

    private Expression add(List<Expression> to, boolean isAllowed) {
        if (!isAllowed) {
            throw cursor.unexpected("invalid syntax for function call expression");
        }
        to.add(expressions.expression());
        return to.getLast();
    }

    private TemplateException unexpected() {
        return cursor.unexpected("unexpected '" + cursor.current().description() + "'");
    }
}
