package dev.throughline.render.jinja;

/// A test: `input is name(arguments)`.
@FunctionalInterface
interface TemplateTest {
    boolean holds(RenderState state, Value input, TemplateArguments arguments);
}
