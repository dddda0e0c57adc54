package dev.throughline.render.jinja;

/// A test: `input is name(arguments)`.
@FunctionalInterface
public interface JinjaTest {
    boolean holds(RenderState state, TemplateValue input, TemplateArguments arguments);
}
