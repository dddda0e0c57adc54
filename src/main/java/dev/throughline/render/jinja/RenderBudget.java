package dev.throughline.render.jinja;

/// Counts the cost of a rendering and aborts it at the limits.
public final class RenderBudget {
    /// The memory of a list item that is a text, in characters.
    private static final int ITEM_CHARACTERS = 32;

    private final TemplateLimits limits;
    private long steps;
    private long characters;
    private int depth;

    public RenderBudget(TemplateLimits limits) {
        this.limits = limits;
    }

    public void step() {
        if (++steps > limits.steps()) {
            throw exceeded("more than " + limits.steps() + " steps");
        }
    }

    /// Call before `count` characters are created.
    public void characters(long count) {
        characters += count;
        steps += count >> 6;
        if (characters > limits.characters() || steps > limits.steps()) {
            throw exceeded("more than " + limits.characters() + " characters of text");
        }
    }

    /// Before `count` items are put into a list.
    public void items(long count) {
        steps += count;
        characters += count * ITEM_CHARACTERS;
        if (steps > limits.steps() || characters > limits.characters()) {
            throw exceeded("too many list items");
        }
    }

    /// Call before characters are scanned without being copied.
    public void scan(long count) {
        steps += count >> 6;
        step();
    }

    public void enter() {
        if (++depth > limits.depth()) {
            throw new TemplateException(PythonError.RECURSION_ERROR, "maximum recursion depth exceeded");
        }
    }

    public void leave() {
        depth--;
    }

    public int range() {
        return limits.range();
    }

    private static TemplateException exceeded(String what) {
        return new TemplateException(PythonError.LIMIT_EXCEEDED, "the template exceeds its budget: " + what);
    }
}
