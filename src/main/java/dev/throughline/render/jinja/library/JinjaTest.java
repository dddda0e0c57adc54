package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateValue;

/// A test: `input is name(arguments)`.
@FunctionalInterface
public interface JinjaTest {
    boolean holds(RenderState state, TemplateValue input, TemplateArguments arguments);
}
