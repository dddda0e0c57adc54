package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Iteration.FilteredItems;
import dev.throughline.render.jinja.JinjaTemplate.GenerationRange;
import dev.throughline.render.jinja.LoopContext.LoopItems;
import dev.throughline.render.jinja.Statement.Parameters;
import dev.throughline.render.jinja.Statement.Target;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Executes statements and writes what they print.
final class StatementRenderer {
    /// How a list of statements ended.
    enum Completion {
        NORMAL,
        BREAK,
        CONTINUE
    }

    private final RenderState state;
    private final ExpressionEvaluator evaluator;
    private final MacroCaller macros;

    StatementRenderer(RenderState state) {
        this.state = state;
        this.evaluator = new ExpressionEvaluator(state);
        this.macros = new MacroCaller(state, evaluator, this);
    }

    Completion render(List<Statement> statements, VariableScope scope, TextValueBuilder out) {
        state.budget().enter();
        for (Statement statement : statements) {
            Completion completion = render(statement, scope, out);
            if (completion != Completion.NORMAL) {
                state.budget().leave();
                return completion;
            }
        }
        state.budget().leave();
        return Completion.NORMAL;
    }

    private Completion render(Statement statement, VariableScope scope, TextValueBuilder out) {
        state.moveTo(statement.position());
        state.budget().step();
        switch (statement) {
            case Statement.Data data -> out.append(data.text(), state.origin());
            case Statement.Output output ->
                out.append(PythonText.str(state, evaluator.evaluate(output.value(), scope)));
            case Statement.If branches -> {
                return branch(branches, scope, out);
            }
            case Statement.For loop -> loop(loop, evaluator.evaluate(loop.items(), scope), scope, out, 0);
            case Statement.Assign set ->
                assign(set.target(), evaluator.evaluate(set.value(), scope), scope, set.position());
            case Statement.AssignBlock block ->
                assign(block.target(), filtered(block.filtered(), block.body(), scope), scope, block.position());
            case Statement.Macro macro -> scope.set(macro.name(), macros.function(macro, scope));
            case Statement.CallBlock call -> out.append(macros.callBlock(call, scope));
            case Statement.FilterBlock block ->
                out.append(PythonText.str(state, filtered(block.filtered(), block.body(), scope)));
            case Statement.Generation generation -> {
                return generation(generation, scope, out);
            }
            case Statement.With with -> {
                return with(with, scope, out);
            }
            case Statement.Block block -> {
                return render(block.body(), scope.inner(), out);
            }
            case Statement.Unloadable unloadable ->
                throw TemplateException.type(unloadable.tag()
                                + " is not possible: a chat template is one text, and no loader for others exists")
                        .at(unloadable.position());
            case Statement.Break _ -> {
                return Completion.BREAK;
            }
            case Statement.Continue _ -> {
                return Completion.CONTINUE;
            }
        }
        return Completion.NORMAL;
    }

    private Completion branch(Statement.If statement, VariableScope scope, TextValueBuilder out) {
        for (Statement.Branch branch : statement.branches()) {
            if (evaluator.evaluate(branch.condition(), scope).isTrue()) {
                return render(branch.body(), scope, out);
            }
        }
        return render(statement.otherwise(), scope, out);
    }

    private Completion generation(Statement.Generation generation, VariableScope scope, TextValueBuilder out) {
        int start = out.length();
        Completion completion = render(generation.body(), scope, out);
        state.generations().add(new GenerationRange(start, out.length()));
        return completion;
    }

    private Completion with(Statement.With with, VariableScope scope, TextValueBuilder out) {
        VariableScope inner = scope.inner();
        for (int index = 0; index < with.targets().size(); index++) {
            TemplateValue value = evaluator.evaluate(with.values().get(index), scope);
            assign(with.targets().get(index), value, inner, Position.UNKNOWN);
        }
        return render(with.body(), inner, out);
    }

    TextValue rendered(List<Statement> body, VariableScope scope) {
        TextValueBuilder builder = state.builder();
        render(body, scope, builder);
        return builder.build();
    }

    private TemplateValue filtered(Expression filters, List<Statement> body, VariableScope scope) {
        VariableScope inner = scope.inner();
        inner.set(ExpressionEvaluator.RENDERED, rendered(body, inner.inner()));
        return evaluator.evaluate(filters, inner);
    }

    private void loop(
            Statement.For statement, TemplateValue values, VariableScope scope, TextValueBuilder out, int depth) {
        LoopItems items = new LoopItems(state.budget(), items(statement, values, scope));
        LoopContext loop = new LoopContext(
                items,
                depth,
                statement.isRecursive()
                        ? Optional.of((inner, level) -> recursed(statement, inner, scope, level))
                        : Optional.empty());
        boolean isEmpty = true;
        Origin before = state.origin();
        while (items.hasNext()) {
            isEmpty = false;
            TemplateValue item = items.next();
            state.writeFor(item);
            VariableScope pass = scope.inner();
            pass.set("loop", loop);
            assign(statement.target(), item, pass, statement.position());
            Completion completion = render(statement.body(), pass, out);
            state.writeAs(before);
            if (completion == Completion.BREAK) {
                return;
            }
        }
        if (isEmpty) {
            render(statement.otherwise(), scope.inner(), out);
        }
    }

    private TemplateValue recursed(Statement.For statement, TemplateValue values, VariableScope scope, int depth) {
        TextValueBuilder builder = state.builder();
        loop(statement, values, scope, builder, depth);
        return builder.build();
    }

    private Iterator<TemplateValue> items(Statement.For statement, TemplateValue values, VariableScope scope) {
        try {
            Iterator<TemplateValue> all = Iteration.over(state, values);
            if (statement.condition().isEmpty()) {
                return all;
            }
            return new FilteredItems(all, item -> {
                VariableScope pass = scope.inner();
                assign(statement.target(), item, pass, statement.position());
                return evaluator
                        .evaluate(statement.condition().getFirst(), pass)
                        .isTrue();
            });
        } catch (TemplateException e) {
            throw e.at(statement.position());
        }
    }

    private void assign(Target target, TemplateValue value, VariableScope scope, Position position) {
        switch (target) {
            case Target.Variable variable -> scope.set(variable.name(), value);
            case Target.NamespaceAttribute(String name, String attribute) -> {
                if (!(scope.get(name) instanceof TemplateValue.NamespaceValue(Map<String, TemplateValue> attributes))) {
                    throw new TemplateException(
                                    PythonError.TEMPLATE_RUNTIME_ERROR,
                                    "cannot assign attribute on non-namespace object")
                            .at(position);
                }
                attributes.put(GlobalLibrary.attributeName(attribute), value);
            }
            case Target.Unpacked(List<Target> targets) -> unpack(targets, value, scope, position);
        }
    }

    private void unpack(List<Target> targets, TemplateValue value, VariableScope scope, Position position) {
        if (value instanceof TemplateValue.NoneValue || ValueCoercion.isNumber(value)) {
            throw TemplateException.type("cannot unpack non-iterable " + value.typeName() + " object")
                    .at(position);
        }
        List<TemplateValue> values = Iteration.list(state, value);
        if (values.size() != targets.size()) {
            String problem = values.size() < targets.size()
                    ? "not enough values to unpack (expected " + targets.size() + ", got " + values.size() + ")"
                    : "too many values to unpack (expected " + targets.size() + ")";
            throw TemplateException.value(problem).at(position);
        }
        for (int index = 0; index < targets.size(); index++) {
            assign(targets.get(index), values.get(index), scope, position);
        }
    }

    /// Makes macros callable: binds arguments and renders the body in the scope where the macro was defined.
    private record MacroCaller(RenderState state, ExpressionEvaluator evaluator, StatementRenderer renderer) {
        TemplateValue function(Statement.Macro macro, VariableScope scope) {
            return function(macro.name(), macro.parameters(), macro.body(), scope);
        }

        private TemplateValue function(String name, Parameters parameters, List<Statement> body, VariableScope scope) {
            return new TemplateValue.FunctionValue(
                    "Macro", name, (_, arguments) -> call(name, parameters, body, scope, arguments));
        }

        /// The text of a `{% call %}` block.
        TextValue callBlock(Statement.CallBlock block, VariableScope scope) {
            TemplateValue caller = function("caller", block.parameters(), block.body(), scope);
            TemplateValue target = evaluator.evaluate(block.callee().target(), scope);
            TemplateArguments arguments = evaluator.arguments(block.callee().arguments(), scope);
            try {
                return PythonText.str(state, evaluator.invoke(target, arguments.with("caller", caller)));
            } catch (TemplateException e) {
                throw e.at(block.position());
            }
        }

        private TemplateValue call(
                String name,
                Parameters parameters,
                List<Statement> body,
                VariableScope scope,
                TemplateArguments arguments) {
            VariableScope inner = scope.inner();
            bind(name, parameters, arguments, inner);
            Origin before = state.origin();
            arguments.positional().forEach(state::writeFor);
            arguments.named().values().forEach(state::writeFor);
            TextValue text = renderer.rendered(body, inner);
            state.writeAs(before);
            return text;
        }

        private void bind(String name, Parameters parameters, TemplateArguments arguments, VariableScope inner) {
            List<String> names = parameters.names();
            List<TemplateValue> positional = arguments.positional();
            Map<String, TemplateValue> rest = new LinkedHashMap<>(arguments.named());
            for (int index = 0; index < names.size(); index++) {
                TemplateValue named = rest.remove(names.get(index));
                if (index < positional.size()) {
                    if (named != null) {
                        throw TemplateException.type(
                                "macro '" + name + "' got multiple values for argument '" + names.get(index) + "'");
                    }
                    inner.set(names.get(index), positional.get(index));
                } else {
                    inner.set(names.get(index), named != null ? named : fallback(parameters, index, inner));
                }
            }
            TemplateValue caller = parameters.takesCaller() ? rest.remove("caller") : null;
            refuseOthers(name, parameters, positional.size(), rest);
            inner.set("caller", caller != null ? caller : new TemplateValue.UndefinedValue("No caller defined"));
            int taken = Math.min(names.size(), positional.size());
            inner.set("varargs", new TemplateValue.TupleValue(positional.subList(taken, positional.size())));
            inner.set("kwargs", TemplateValue.DictValue.named(rest));
        }

        private static void refuseOthers(
                String name, Parameters parameters, int positional, Map<String, TemplateValue> rest) {
            if (!rest.isEmpty() && !parameters.takesOtherNames()) {
                throw TemplateException.type("macro '" + name + "' takes no keyword argument '"
                        + rest.keySet().iterator().next() + "'");
            }
            if (positional > parameters.names().size() && !parameters.takesMore()) {
                throw TemplateException.type("macro '" + name + "' takes not more than "
                        + parameters.names().size() + " argument(s)");
            }
        }

        private TemplateValue fallback(Parameters parameters, int index, VariableScope inner) {
            int firstDefault = parameters.names().size() - parameters.defaults().size();
            return index >= firstDefault
                    ? evaluator.evaluate(parameters.defaults().get(index - firstDefault), inner)
                    : new TemplateValue.UndefinedValue("parameter '"
                            + TemplateException.quoted(parameters.names().get(index)) + "' was not provided");
        }
    }
}
