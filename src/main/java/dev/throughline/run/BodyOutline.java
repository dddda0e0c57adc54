package dev.throughline.run;

import dev.throughline.text.BodyDigest;
import java.util.List;

/// Where the history in a request's body ends, found when the body was parsed, with what was hashed of it then.
///
/// @param ends offsets behind its last elements, at most `LAST`, ascending
/// @param closing offset of the bracket that closes it
public record BodyOutline(List<Integer> ends, int closing, BodyDigest digest) {
    /// Elements at the end of a history that a client may still change: Claude Code 2.1 moves its
    /// `cache_control` over the last two messages.
    public static final int LAST = 6;

    public BodyOutline {
        ends = List.copyOf(ends);
    }
}
