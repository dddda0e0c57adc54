package dev.throughline.render.jinja;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// A parsed chat template. Immutable and thread-safe.
public final class JinjaTemplate {
    private final List<Statement> statements;
    private final Map<String, List<Statement>> blocks;

    private JinjaTemplate(StatementParser.ParsedTemplate parsed) {
        this.statements = parsed.statements();
        this.blocks = parsed.blocks();
    }

    /// Parses `source`.
    ///
    /// @throws TemplateException a `TemplateSyntaxError` or `TemplateAssertionError` with line and column
    public static JinjaTemplate parse(String source) {
        return withinStack(() -> new JinjaTemplate(StatementParser.parse(new TemplateSource(source))));
    }

    /// The texts that a template has: what is outside of tags, and the strings in them; U+0000 is between two of them.
    ///
    /// @throws TemplateException a `TemplateSyntaxError` with line and column
    public static String literals(String source) {
        return TemplateLexer.tokens(new TemplateSource(source)).stream()
                .filter(token -> token.kind() == TemplateToken.Kind.DATA || token.kind() == TemplateToken.Kind.STRING)
                .map(TemplateToken::text)
                .collect(Collectors.joining("\0"));
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
        TextValueBuilder output = new TextValueBuilder(state.budget(), TemplateLimits.MOST_OUTPUT);
        try {
            VariableScope scope = new VariableScope(variables).inner();
            StatementRenderer renderer = new StatementRenderer(state);
            scope.set("self", self(renderer, scope));
            withinStack(() -> renderer.render(statements, scope, output));
        } catch (TemplateException e) {
            throw e.at(state.position());
        }
        return new RenderedText(output.build(), new ArrayList<>(state.generations()));
    }

    /// The blocks of the template, to be rendered again.
    private TemplateValue self(StatementRenderer renderer, VariableScope scope) {
        TemplateValue.NamespaceValue self = new TemplateValue.NamespaceValue();
        blocks.forEach((name, body) -> self.attributes()
                .put(
                        name,
                        new TemplateValue.FunctionValue(
                                "BlockReference", name, (_, _) -> renderer.rendered(body, scope.inner()))));
        return self;
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

    /// A template's output, and the parts of it that are between `{% generation %}` tags.
    public record RenderedText(TextValue text, List<GenerationRange> generations) {
        public RenderedText {
            generations = List.copyOf(generations);
        }
    }

    /// Characters that a template marks with `{% generation %}` as written by the model: from `start`, before `end`.
    public record GenerationRange(int start, int end) {}
}
