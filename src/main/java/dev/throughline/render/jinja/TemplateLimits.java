package dev.throughline.render.jinja;

/// The limits of one rendering; exceeding them is a [PythonError#LIMIT_EXCEEDED].
///
/// @param steps nodes evaluated, items iterated and blocks of 64 characters scanned
/// @param characters UTF-16 units of all texts made on the way, intermediate ones included
/// @param depth nested statements, expressions and calls within one another
/// @param range items of one `range()`; jinja2's sandbox allows 100,000
public record TemplateLimits(long steps, long characters, int depth, int range) {
    /// Characters of a prompt.
    static final int MOST_OUTPUT = 32 * 1024 * 1024;

    /// Ends a hostile template in under a second and within 64 MB, and is sufficient for any conversation
    /// of a few thousand messages. Four hundred levels need less than three quarters of a thread's default
    /// stack of 1 MiB, even before the code is compiled.
    public static final TemplateLimits DEFAULT = new TemplateLimits(4_000_000, 8_000_000, 400, 100_000);

    /// If all texts of a rendering are kept, and the longest is copied once, they take an eighth of the heap at two
    /// bytes a character.
    private static final long MOST_CHARACTERS =
            Math.min(128_000_000, Runtime.getRuntime().maxMemory() / 32);

    public TemplateLimits {
        if (steps < 1 || characters < 1 || depth < 1 || range < 0) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    /// These limits, with room for a context of `size` characters, as far as the heap allows.
    public TemplateLimits roomFor(long size) {
        long room = Math.min(characters + 16 * size, Math.max(characters, MOST_CHARACTERS));
        return new TemplateLimits(steps + size, room, depth, range);
    }
}
