package dev.throughline.render.jinja;

import dev.throughline.render.jinja.value.GenerationRange;
import dev.throughline.render.jinja.value.TextValue;
import java.util.List;

/// A template's output, and the parts of it that are between `{% generation %}` tags.
public record RenderedText(TextValue text, List<GenerationRange> generations) {
    public RenderedText {
        generations = List.copyOf(generations);
    }
}
