package dev.throughline.run;

import java.util.List;

/// Where the history in a request's body ends, found when the body was parsed.
///
/// @param ends offsets behind its last elements, at most `LAST`, ascending
/// @param closing offset of the bracket that closes it
public record BodyOutline(List<Integer> ends, int closing) {
    /// Elements at the end of a history that a client may still change: Claude Code 2.1 moves its
    /// `cache_control` over the last two messages.
    public static final int LAST = 6;

    public BodyOutline {
        ends = List.copyOf(ends);
    }
}
