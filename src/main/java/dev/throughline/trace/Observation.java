package dev.throughline.trace;

/// How one request treated one item of an earlier exchange.
///
/// @param exchange number of the exchange whose answer planted the item
/// @param ordinal the item's position in that answer
/// @param due whether the item had to be present
/// @param scope the position of the request relative to the item
/// @param sighting what was found
public record Observation(int exchange, int ordinal, Due due, Scope scope, Sighting sighting) {
    /// The item.
    public ItemPosition item() {
        return new ItemPosition(exchange, ordinal);
    }

    /// Whether an item has to be returned.
    public enum Due {
        MUST,
        MAY,
        NOT
    }

    /// The position of the observing request relative to the item.
    public enum Scope {
        /// In the tool loop after the same user message.
        WITHIN_TURN,
        /// After a later user message.
        ACROSS_TURNS
    }
}
