package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Statement.Parameters;
import dev.throughline.render.jinja.Statement.Target;
import dev.throughline.render.jinja.TemplateToken.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Parses a template into statements.
public final class StatementParser {
    private final TokenCursor cursor;
    private final ExpressionParser expressions;
    private final Map<String, List<Statement>> blocks = new HashMap<>();
    private int loops;

    private StatementParser(TemplateSource source) {
        this.cursor = new TokenCursor(source);
        this.expressions = new ExpressionParser(cursor);
    }

    /// A template's statements, and its blocks by name.
    record ParsedTemplate(List<Statement> statements, Map<String, List<Statement>> blocks) {}

    static ParsedTemplate parse(TemplateSource source) {
        StatementParser parser = new StatementParser(source);
        return new ParsedTemplate(parser.body(), parser.blocks);
    }

    /// Statements up to a tag with one of these names, at which the cursor then is; or up to the end without names.
    private List<Statement> body(String... ends) {
        cursor.enter();
        List<Statement> found = new ArrayList<>();
        while (!cursor.isAt(Kind.END)) {
            TemplateToken token = cursor.next();
            switch (token.kind()) {
                case DATA -> found.add(new Statement.Data(token.text()));
                case VARIABLE_BEGIN -> found.add(output());
                default -> {
                    if (cursor.isAt(Kind.NAME)
                            && Arrays.asList(ends).contains(cursor.current().text())) {
                        cursor.leave();
                        return found;
                    }
                    found.add(statement());
                    cursor.expect(Kind.BLOCK_END);
                }
            }
        }
        if (ends.length > 0) {
            throw cursor.unexpected("Unexpected end of template. Jinja was looking for the following tags: '"
                    + String.join("' or '", ends) + "'");
        }
        cursor.leave();
        return found;
    }

    private Statement output() {
        Position position = cursor.position();
        Expression value = expressions.tuple(true);
        cursor.expect(Kind.VARIABLE_END);
        return new Statement.Output(value, position);
    }

    private Statement statement() {
        Position position = cursor.position();
        TemplateToken tag = cursor.expect(Kind.NAME);
        return switch (tag.text()) {
            case "if" -> branches();
            case "for" -> loop(position);
            case "set" -> assignment(position);
            case "macro" -> macro(position);
            case "call" -> callBlock(position);
            case "filter" -> filterBlock(position);
            case "with" -> with();
            case "generation" -> new Statement.Generation(inner("endgeneration"));
            case "block" -> block();
            case "include", "import", "from", "extends" -> unloadable(tag.text(), position);
            case "break" -> inLoop(new Statement.Break(), tag);
            case "continue" -> inLoop(new Statement.Continue(), tag);
            default -> throw cursor.unexpected("Encountered unknown tag '" + tag.text() + "'.");
        };
    }

    private Statement inLoop(Statement statement, TemplateToken tag) {
        if (loops == 0) {
            Position position = cursor.position();
            throw new TemplateException(
                    PythonError.SYNTAX_ERROR, "'" + tag.text() + "' outside loop", position.line(), position.column());
        }
        return statement;
    }

    /// A body after the tag at the cursor, up to the tag `end`, whose name is taken.
    private List<Statement> inner(String end) {
        List<Statement> found = bodyUntil(end);
        cursor.next();
        return found;
    }

    private List<Statement> bodyUntil(String... ends) {
        cursor.skipOperator(":");
        cursor.expect(Kind.BLOCK_END);
        return body(ends);
    }

    private Statement branches() {
        cursor.enterConditional();
        List<Statement.Branch> branches = new ArrayList<>();
        String end = "elif";
        while (end.equals("elif")) {
            Expression condition = expressions.tuple(false);
            branches.add(new Statement.Branch(condition, bodyUntil("elif", "else", "endif")));
            end = cursor.next().text();
        }
        List<Statement> otherwise = end.equals("else") ? inner("endif") : List.of();
        cursor.leaveConditional();
        return new Statement.If(branches, otherwise);
    }

    private Statement loop(Position position) {
        Target target = target(false);
        cursor.expectName("in");
        Expression items = expressions.tuple(false);
        List<Expression> condition = cursor.skipName("if") ? List.of(expressions.expression()) : List.of();
        boolean isRecursive = cursor.skipName("recursive");
        loops++;
        int conditionals = cursor.conditionals(0);
        List<Statement> body = bodyUntil("endfor", "else");
        cursor.conditionals(conditionals);
        loops--;
        List<Statement> otherwise = cursor.next().text().equals("else") ? inner("endfor") : List.of();
        return new Statement.For(target, items, condition, isRecursive, body, otherwise, position);
    }

    private Statement assignment(Position position) {
        Target target = target(true);
        if (cursor.skipOperator("=")) {
            return new Statement.Assign(target, expressions.tuple(true), position);
        }
        Expression filtered = expressions.primary().filterChain(new Expression.Rendered());
        return new Statement.AssignBlock(target, filtered, inner("endset"), position);
    }

    private Statement macro(Position position) {
        String name = cursor.expect(Kind.NAME).text();
        Parameters parameters = parameters();
        int start = cursor.index();
        List<Statement> body = outsideLoops("endmacro");
        return new Statement.Macro(name, accepting(parameters, start), body, position);
    }

    private Statement callBlock(Position position) {
        Parameters parameters = cursor.isAtOperator("(") ? parameters() : Parameters.named(List.of(), List.of());
        int start = cursor.index();
        Expression callee = expressions.expression();
        if (!(callee instanceof Expression.Call call)) {
            throw cursor.unexpected("expected call");
        }
        List<Statement> body = outsideLoops("endcall");
        return new Statement.CallBlock(call, accepting(parameters, start), body, position);
    }

    /// A macro takes more arguments than it names if its body, read since `start`, asks for them.
    private Parameters accepting(Parameters parameters, int start) {
        return new Parameters(
                parameters.names(),
                parameters.defaults(),
                cursor.hasName(start, "varargs"),
                cursor.hasName(start, "kwargs"),
                cursor.hasName(start, "caller"));
    }

    private List<Statement> outsideLoops(String end) {
        int outer = loops;
        int conditionals = cursor.conditionals(0);
        loops = 0;
        List<Statement> body = inner(end);
        loops = outer;
        cursor.conditionals(conditionals);
        return body;
    }

    private Parameters parameters() {
        List<String> names = new ArrayList<>();
        List<Expression> defaults = new ArrayList<>();
        cursor.expectOperator("(");
        while (!cursor.isAtOperator(")")) {
            if (!names.isEmpty()) {
                cursor.expectOperator(",");
            }
            names.add(cursor.expect(Kind.NAME).text());
            if (cursor.skipOperator("=")) {
                defaults.add(expressions.expression());
            } else if (!defaults.isEmpty()) {
                throw cursor.unexpected("non-default argument follows default argument");
            }
        }
        cursor.expectOperator(")");
        return Parameters.named(names, defaults);
    }

    private Statement filterBlock(Position position) {
        Expression first = expressions.primary().filter(new Expression.Rendered());
        Expression filtered = expressions.primary().filterChain(first);
        return new Statement.FilterBlock(filtered, inner("endfilter"), position);
    }

    private Statement with() {
        List<Target> targets = new ArrayList<>();
        List<Expression> values = new ArrayList<>();
        while (!cursor.isAt(Kind.BLOCK_END)) {
            if (!targets.isEmpty()) {
                cursor.expectOperator(",");
            }
            targets.add(target(false));
            cursor.expectOperator("=");
            values.add(expressions.expression());
        }
        return new Statement.With(targets, values, inner("endwith"));
    }

    private Statement block() {
        String name = cursor.expect(Kind.NAME).text();
        List<Statement> body = inner("endblock");
        if (cursor.isAt(Kind.NAME)) {
            cursor.next();
        }
        if (blocks.putIfAbsent(name, body) != null) {
            Position position = cursor.position();
            throw new TemplateException(
                    PythonError.TEMPLATE_ASSERTION_ERROR,
                    "block '" + TemplateException.quoted(name) + "' defined twice",
                    position.line(),
                    position.column());
        }
        return new Statement.Block(name, body);
    }

    /// Fails when it is rendered, as in Python without a loader.
    private Statement unloadable(String tag, Position position) {
        while (!cursor.isAt(Kind.BLOCK_END)) {
            cursor.next();
        }
        return new Statement.Unloadable(tag, position);
    }

    private Target target(boolean withNamespace) {
        List<Target> targets = new ArrayList<>();
        boolean isTuple = false;
        while (cursor.isAt(Kind.NAME) || cursor.isAtOperator("(")) {
            if (cursor.isAtName("in") && isTuple) {
                break;
            }
            targets.add(single(withNamespace));
            if (!cursor.skipOperator(",")) {
                break;
            }
            isTuple = true;
        }
        if (targets.isEmpty()) {
            throw cursor.unexpected(
                    "expected a name to assign to, got '" + cursor.current().description() + "'");
        }
        return isTuple ? new Target.Unpacked(targets) : targets.getFirst();
    }

    private Target single(boolean withNamespace) {
        if (cursor.skipOperator("(")) {
            Target inner = target(withNamespace);
            cursor.expectOperator(")");
            return inner;
        }
        TemplateToken name = cursor.next();
        if (List.of("true", "false", "none", "True", "False", "None").contains(name.text())) {
            throw cursor.unexpected("can't assign to '" + name.text() + "'");
        }
        return withNamespace && cursor.skipOperator(".")
                ? new Target.NamespaceAttribute(
                        name.text(), cursor.expect(Kind.NAME).text())
                : new Target.Variable(name.text());
    }
}
