package dev.throughline.render.jinja;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// A parsed chat template. Immutable and thread-safe.
public final class JinjaTemplate {
    private final List<Statement> statements;

    private JinjaTemplate(List<Statement> statements) {
        this.statements = statements;
    }

    /// Parses `source`.
    ///
    /// @throws TemplateException a `TemplateSyntaxError` or `TemplateAssertionError` with line and column
    public static JinjaTemplate parse(String source) {
        return withinStack(() -> new JinjaTemplate(StatementParser.parse(new TemplateSource(source))));
    }

    /// The names that it reads from its context, in alphabetical order.
    ///
    /// @throws TemplateException a `RecursionError` if the template is nested too deeply
    public Set<String> variables() {
        return withinStack(() -> TemplateVariables.of(statements));
    }

    /// Renders with these variables ([JsonContext] makes them).
    ///
    /// @param now the time used by `strftime_now`
    /// @throws TemplateException of the class that Python raises, or at the limits
    public RenderedText render(Map<String, TemplateValue> context, LocalDateTime now, TemplateLimits limits) {
        RenderState state = new RenderState(new RenderBudget(limits), now);
        Map<String, TemplateValue> variables = new HashMap<>(GlobalLibrary.GLOBALS);
        variables.putAll(context);
        TextValueBuilder output = state.builder();
        try {
            VariableScope scope = new VariableScope(variables).inner();
            withinStack(() -> new StatementRenderer(state).render(statements, scope, output));
        } catch (TemplateException e) {
            throw e.at(state.position());
        }
        return new RenderedText(output.build(), new ArrayList<>(state.generations()));
    }

    /// Runs `step`, which recurses as deeply as the template or its values are nested. Values may be nested
    /// without any depth of the template, and what compares them recurses without the budget. All state is
    /// this rendering's own, so that nothing is left half-changed.
    private static <T> T withinStack(Supplier<T> step) {
        try {
            return step.get();
        } catch (StackOverflowError e) {
            throw new TemplateException(PythonError.RECURSION_ERROR, "maximum recursion depth exceeded");
        }
    }
}
