package dev.throughline.render.jinja;

/// A filter: `input | name(arguments)`.
@FunctionalInterface
public interface JinjaFilter {
    TemplateValue apply(RenderState state, TemplateValue input, TemplateArguments arguments);
}
