package dev.throughline.render.jinja;

/// Counts the cost of a rendering and aborts it at the limits.
public final class RenderBudget {
    /// The memory of a list item that is a text, in characters.
    private static final int ITEM_CHARACTERS = 32;

    private static final int COMPARED = 64;
    /// How many steps pass between two checks of the work's time.
    private static final int CHECK = 4_096;

    private final TemplateLimits limits;
    private final RenderWork work = RenderWork.current();
    private long steps;
    private long rest;
    private long nextCheck;
    private long characters;
    private int depth;

    public RenderBudget(TemplateLimits limits) {
        this.limits = limits;
    }

    public void step() {
        steps(1);
    }

    private void steps(long count) {
        steps += count;
        if (steps > limits.steps()) {
            throw exceeded("more than " + limits.steps() + " steps");
        }
        if (steps >= nextCheck) {
            nextCheck = steps + CHECK;
            work.check();
        }
    }

    /// Call before `count` characters are created.
    public void characters(long count) {
        characters += count;
        if (characters > limits.characters()) {
            throw exceeded("more than " + limits.characters() + " characters of text");
        }
        compared(count);
    }

    /// Before `count` items are put into a list.
    public void items(long count) {
        steps(count);
        characters += count * ITEM_CHARACTERS;
        if (characters > limits.characters()) {
            throw exceeded("too many list items");
        }
    }

    /// Call before characters are scanned without being copied.
    public void scan(long count) {
        compared(count);
        step();
    }

    /// Before `count` characters, or other things as small, are compared: 64 of them are a step.
    void compared(long count) {
        rest += count;
        if (rest >= COMPARED) {
            long whole = rest / COMPARED;
            rest %= COMPARED;
            steps(whole);
        }
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

    static TemplateException exceeded(String what) {
        return new TemplateException(PythonError.LIMIT_EXCEEDED, "the template exceeds its budget: " + what);
    }
}
