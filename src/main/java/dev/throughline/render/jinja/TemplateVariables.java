package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Statement.Target;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Finds the names that a template reads from its context: those that are read without a value from the
/// template or the engine.
///
/// Follows the order of the text, so that `{% set x = x or 1 %}` reads `x`. The body of a macro runs when
/// it is called, so it may see whatever the template sets at its top level.
final class TemplateVariables {
    private static final Set<String> IN_MACROS = Set.of("caller", "varargs", "kwargs");

    private final Set<String> read = new TreeSet<>();
    private final List<Statement.Macro> macros = new ArrayList<>();

    private TemplateVariables() {}

    /// The names that have a value in a block, in front of those of what encloses it.
    private record Bound(Optional<Bound> outer, Set<String> names) {
        Bound inner() {
            return new Bound(Optional.of(this), new HashSet<>());
        }

        void add(String name) {
            names.add(name);
        }

        boolean contains(String name) {
            return names.contains(name) || outer.isPresent() && outer.get().contains(name);
        }
    }

    static Set<String> of(List<Statement> template) {
        TemplateVariables found = new TemplateVariables();
        Bound bound = new Bound(Optional.empty(), new HashSet<>(GlobalLibrary.GLOBALS.keySet()));
        bound.add("self");
        found.statements(template, bound);
        while (!found.macros.isEmpty()) {
            Statement.Macro macro = found.macros.removeLast();
            found.call(macro.parameters(), macro.body(), bound);
        }
        return found.read;
    }

    private void statements(List<Statement> statements, Bound bound) {
        statements.forEach(statement -> statement(statement, bound));
    }

    private void statement(Statement statement, Bound bound) {
        switch (statement) {
            case Statement.Data _, Statement.Break _, Statement.Continue _ -> {}
            case Statement.Output output -> expression(output.value(), bound);
            case Statement.If branches -> {
                branches.branches().forEach(branch -> {
                    expression(branch.condition(), bound);
                    statements(branch.body(), bound);
                });
                statements(branches.otherwise(), bound);
            }
            case Statement.For loop -> loop(loop, bound);
            case Statement.Assign set -> {
                expression(set.value(), bound);
                bind(set.target(), bound);
            }
            case Statement.AssignBlock block -> {
                expression(block.filtered(), bound);
                statements(block.body(), bound.inner());
                bind(block.target(), bound);
            }
            case Statement.Macro macro -> {
                bound.add(macro.name());
                macros.add(macro);
            }
            case Statement.CallBlock call -> {
                expression(call.callee(), bound);
                call(call.parameters(), call.body(), bound);
            }
            case Statement.FilterBlock block -> {
                expression(block.filtered(), bound);
                statements(block.body(), bound.inner());
            }
            case Statement.Generation generation -> statements(generation.body(), bound);
            case Statement.With with -> with(with, bound);
            case Statement.Block block -> statements(block.body(), bound.inner());
            case Statement.Unloadable _ -> {}
        }
    }

    private void loop(Statement.For loop, Bound bound) {
        expression(loop.items(), bound);
        Bound inside = bound.inner();
        inside.add("loop");
        bind(loop.target(), inside);
        loop.condition().forEach(condition -> expression(condition, inside));
        statements(loop.body(), inside);
        statements(loop.otherwise(), bound.inner());
    }

    private void with(Statement.With with, Bound bound) {
        with.values().forEach(value -> expression(value, bound));
        Bound inside = bound.inner();
        with.targets().forEach(target -> bind(target, inside));
        statements(with.body(), inside);
    }

    private void call(Statement.Parameters parameters, List<Statement> body, Bound bound) {
        parameters.defaults().forEach(value -> expression(value, bound));
        Bound inside = bound.inner();
        parameters.names().forEach(inside::add);
        IN_MACROS.forEach(inside::add);
        statements(body, inside);
    }

    private static void bind(Target target, Bound bound) {
        switch (target) {
            case Target.Variable variable -> bound.add(variable.name());
            case Target.NamespaceAttribute _ -> {}
            case Target.Unpacked unpacked -> unpacked.targets().forEach(each -> bind(each, bound));
        }
    }

    private void expressions(List<Expression> expressions, Bound bound) {
        expressions.forEach(expression -> expression(expression, bound));
    }

    private void arguments(Expression.Arguments arguments, Bound bound) {
        expressions(arguments.positional(), bound);
        expressions(arguments.named(), bound);
        expressions(arguments.listed(), bound);
        expressions(arguments.mapped(), bound);
    }

    private void expression(Expression expression, Bound bound) {
        switch (expression) {
            case Expression.Constant _,
                    Expression.StringLiteral _,
                    Expression.MissingElse _,
                    Expression.Rendered _ -> {}
            case Expression.Name name -> {
                if (!bound.contains(name.name())) {
                    read.add(name.name());
                }
            }
            case Expression.ListLiteral list -> expressions(list.items(), bound);
            case Expression.TupleLiteral tuple -> expressions(tuple.items(), bound);
            case Expression.DictLiteral dict -> {
                expressions(dict.keys(), bound);
                expressions(dict.values(), bound);
            }
            case Expression.Attribute attribute -> expression(attribute.target(), bound);
            case Expression.Subscript subscript -> {
                expression(subscript.target(), bound);
                expression(subscript.index(), bound);
            }
            case Expression.Slice slice -> expressions(List.of(slice.from(), slice.to(), slice.step()), bound);
            case Expression.Call call -> {
                expression(call.target(), bound);
                arguments(call.arguments(), bound);
            }
            case Expression.FilterCall filter -> {
                expression(filter.input(), bound);
                arguments(filter.arguments(), bound);
            }
            case Expression.TestCall test -> {
                expression(test.input(), bound);
                arguments(test.arguments(), bound);
            }
            case Expression.Unary unary -> expression(unary.operand(), bound);
            case Expression.Binary binary -> expressions(List.of(binary.left(), binary.right()), bound);
            case Expression.Logical logical -> expressions(List.of(logical.left(), logical.right()), bound);
            case Expression.Concatenation concatenation -> expressions(concatenation.parts(), bound);
            case Expression.Comparison comparison -> {
                expression(comparison.first(), bound);
                expressions(comparison.operands(), bound);
            }
            case Expression.Conditional conditional ->
                expressions(List.of(conditional.condition(), conditional.then(), conditional.otherwise()), bound);
        }
    }
}
