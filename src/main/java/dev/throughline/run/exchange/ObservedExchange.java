package dev.throughline.run.exchange;

import dev.throughline.run.RecordedExchange;
import dev.throughline.trace.ItemPosition;
import java.util.Optional;

/// An exchange with its items and one page of its observations.
///
/// @param next where the page of observations about earlier items continues; empty if there are none
public record ObservedExchange(RecordedExchange exchange, Optional<ItemPosition> next) {}
