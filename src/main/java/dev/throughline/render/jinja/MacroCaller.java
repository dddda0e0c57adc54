package dev.throughline.render.jinja;

import dev.throughline.render.jinja.Statement.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes macros callable: binds arguments and renders the body in the scope where the macro was defined.
final class MacroCaller {
    private final RenderState state;
    private final ExpressionEvaluator evaluator;
    private final StatementRenderer renderer;

    MacroCaller(RenderState state, ExpressionEvaluator evaluator, StatementRenderer renderer) {
        this.state = state;
        this.evaluator = evaluator;
        this.renderer = renderer;
    }

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
        TextValue textValue = renderer.rendered(body, inner);
        state.writeAs(before);
        return textValue;
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
