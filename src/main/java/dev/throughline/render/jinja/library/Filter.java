package dev.throughline.render.jinja.library;

import dev.throughline.render.jinja.value.RenderState;
import dev.throughline.render.jinja.value.TemplateArguments;
import dev.throughline.render.jinja.value.Value;

/// A filter: `input | name(arguments)`.
@FunctionalInterface
public interface Filter {
    Value apply(RenderState state, Value input, TemplateArguments arguments);
}
