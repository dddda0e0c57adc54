package dev.throughline.filter;

import dev.throughline.filter.Marker.Family;
import java.util.Optional;

/// Knows whether the text of an answer is reasoning or content. The first pair of markers that opens wins for the
/// stream;
/// all pairs but `<think>` open only before anything was said.
final class ReasoningSplitter {
    private Optional<Marker> pair;
    private boolean inReasoning;
    private boolean anyInBlock;

    /// @param startsInReasoning whether the template has written the opener already
    ReasoningSplitter(boolean startsInReasoning) {
        inReasoning = startsInReasoning;
        pair = startsInReasoning ? Optional.of(Marker.THINK_OPEN) : Optional.empty();
    }

    boolean inReasoning() {
        return inReasoning;
    }

    /// Reasoning text was read.
    void sawText() {
        anyInBlock = true;
    }

    /// A call or structured content ended the reasoning.
    void leave() {
        inReasoning = false;
    }

    /// The backend itself says that this is reasoning.
    void enter() {
        inReasoning = true;
    }

    /// Whether a marker delimits reasoning here; else it is text.
    boolean takes(Marker marker, boolean nothingSaid) {
        boolean isOpener = marker.family() == Family.REASONING_OPEN;
        return inReasoning ? takesInside(marker, isOpener) : takesOutside(marker, isOpener, nothingSaid);
    }

    private boolean takesInside(Marker marker, boolean isOpener) {
        Marker opener = pair.orElse(Marker.THINK_OPEN);
        if (isOpener) {
            return marker == opener && !anyInBlock;
        }
        if (marker != opener.closer()) {
            return false;
        }
        inReasoning = false;
        return true;
    }

    private boolean takesOutside(Marker marker, boolean isOpener, boolean nothingSaid) {
        if (!isOpener) {
            return marker == Marker.THINK_CLOSE
                    || pair.isPresent() && marker == pair.get().closer();
        }
        boolean opens = pair.map(chosen -> chosen == marker).orElse(marker == Marker.THINK_OPEN || nothingSaid);
        if (opens) {
            pair = Optional.of(marker);
            inReasoning = true;
            anyInBlock = false;
        }
        return opens;
    }
}
