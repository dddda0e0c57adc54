package dev.throughline.render.jinja;

import java.util.List;

/// A template's output, and the parts of it that are between `{% generation %}` tags.
public record RenderedText(TextValue text, List<GenerationRange> generations) {
    public RenderedText {
        generations = List.copyOf(generations);
    }
}
