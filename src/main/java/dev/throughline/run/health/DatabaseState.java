package dev.throughline.run.health;

/// The state of the database as of the last check.
public sealed interface DatabaseState {
    /// It responds, has the schema and writes.
    record Ready() implements DatabaseState {}

    /// It cannot be used.
    record NotReady(String reason) implements DatabaseState {}

    default boolean isReady() {
        return this instanceof Ready;
    }
}
