package dev.throughline.render.jinja;

/// Characters that a template marks with `{% generation %}` as written by the model: from `start`, before `end`.
public record GenerationRange(int start, int end) {}
