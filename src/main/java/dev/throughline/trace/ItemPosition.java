package dev.throughline.trace;

/// Identifies an item within its run.
///
/// @param exchange number of the exchange whose answer planted it
/// @param ordinal its position in that answer
public record ItemPosition(int exchange, int ordinal) implements Comparable<ItemPosition> {
    @Override
    public int compareTo(ItemPosition other) {
        int order = Integer.compare(exchange, other.exchange);
        return order == 0 ? Integer.compare(ordinal, other.ordinal) : order;
    }
}
