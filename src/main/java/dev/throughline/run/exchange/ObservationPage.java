package dev.throughline.run.exchange;

import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import java.util.List;
import java.util.Optional;

/// A part of what one request did with items of earlier answers.
///
/// @param observations by item; those of the first page are about the latest answers
/// @param next the page of earlier items has those before this one; empty on the last
public record ObservationPage(List<Observation> observations, Optional<ItemPosition> next) {
    /// The most observations of a page.
    public static final int LARGEST = 1_000;

    /// Greater than every item: the page before it is the first.
    public static final ItemPosition END = new ItemPosition(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public ObservationPage {
        observations = List.copyOf(observations);
    }
}
