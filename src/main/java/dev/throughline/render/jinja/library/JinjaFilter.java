package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.TemplateValue;

/// A filter: `input | name(arguments)`.
@FunctionalInterface
public interface JinjaFilter {
    TemplateValue apply(RenderState state, TemplateValue input, TemplateArguments arguments);
}
