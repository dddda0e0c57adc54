package dev.throughline.run.exchange;

import dev.throughline.run.RecordedExchange;
import dev.throughline.trace.ItemPosition;
import java.util.Optional;

/// An exchange with its items and one page of its observations.
///
/// @param next where the page of observations about earlier items continues; empty if there are none
public record ObservedExchange(RecordedExchange exchange, Optional<ItemPosition> next) {
    /// The most observations of a page.
    public static final int LARGEST = 1_000;

    /// Greater than every item: the page before it is the first.
    public static final ItemPosition END = new ItemPosition(Integer.MAX_VALUE, Integer.MAX_VALUE);
}
