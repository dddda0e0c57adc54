package dev.throughline.render.jinja;

/// A filter: `input | name(arguments)`.
@FunctionalInterface
interface Filter {
    Value apply(RenderState state, Value input, TemplateArguments arguments);
}
