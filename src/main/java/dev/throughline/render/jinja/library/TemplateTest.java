package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.Value;

/// A test: `input is name(arguments)`.
@FunctionalInterface
public interface TemplateTest {
    boolean holds(RenderState state, Value input, TemplateArguments arguments);
}
