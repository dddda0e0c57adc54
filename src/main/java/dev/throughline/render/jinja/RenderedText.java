package dev.throughline.render.jinja;

import java.util.List;

/// What a template rendered, and which of it stands between `{% generation %}` tags.
public record RenderedText(Text text, List<GenerationRange> generations) {
    public RenderedText {
        generations = List.copyOf(generations);
    }
}
