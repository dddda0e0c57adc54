/// Streams under load, as clients hear them, and what the database has of them: what faults and containers hold
/// against one another.
@org.jspecify.annotations.NullMarked
package dev.throughline.load;
