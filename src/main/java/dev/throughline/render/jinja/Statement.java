package dev.throughline.render.jinja;

import java.util.List;

/// A statement of a template, as parsed.
public sealed interface Statement {
    /// Where it begins, or [Position#UNKNOWN] for what cannot fail by itself.
    default Position position() {
        return Position.UNKNOWN;
    }

    /// Text between tags.
    record Data(String text) implements Statement {}

    /// `{{ value }}`
    record Output(Expression value, Position position) implements Statement {}

    record If(List<Branch> branches, List<Statement> otherwise) implements Statement {}

    record For(
            Target target,
            Expression items,
            List<Expression> condition,
            boolean isRecursive,
            List<Statement> body,
            List<Statement> otherwise,
            Position position)
            implements Statement {}

    /// `{% set target = value %}`
    record Assign(Target target, Expression value, Position position) implements Statement {}

    /// `{% set target %}body{% endset %}`; `filtered` is applied to the rendered body.
    record AssignBlock(Target target, Expression filtered, List<Statement> body, Position position)
            implements Statement {}

    record Macro(String name, Parameters parameters, List<Statement> body, Position position) implements Statement {}

    /// `{% call(parameters) callee %}body{% endcall %}`
    record CallBlock(Expression.Call callee, Parameters parameters, List<Statement> body, Position position)
            implements Statement {}

    /// `{% filter name %}body{% endfilter %}`
    record FilterBlock(Expression filtered, List<Statement> body, Position position) implements Statement {}

    /// `{% generation %}`: what the model wrote.
    record Generation(List<Statement> body) implements Statement {}

    /// `{% with a = 1 %}`, and nothing else.
    record With(List<Target> targets, List<Expression> values, List<Statement> body) implements Statement {}

    /// A `{% block %}`; rendered where it stands, and again by `self`.
    record Block(String name, List<Statement> body) implements Statement {}

    /// `{% include %}` and its relatives, which need other templates.
    record Unloadable(String tag, Position position) implements Statement {}

    record Break() implements Statement {}

    record Continue() implements Statement {}

    /// A condition and what it guards.
    record Branch(Expression condition, List<Statement> body) {}

    /// Names of a macro's parameters, the last of which have defaults; and whether it takes others by position, by
    /// name, and a caller.
    record Parameters(
            List<String> names,
            List<Expression> defaults,
            boolean takesMore,
            boolean takesOtherNames,
            boolean takesCaller) {
        static Parameters named(List<String> names, List<Expression> defaults) {
            return new Parameters(names, defaults, false, false, false);
        }
    }

    /// The target of an assignment.
    sealed interface Target {
        record Variable(String name) implements Target {}

        record NamespaceAttribute(String namespace, String attribute) implements Target {}

        record Unpacked(List<Target> targets) implements Target {}
    }
}
