package dev.throughline.run.health;

/// The database as the last question found it.
public sealed interface DatabaseState {
    /// It answers and has the schema.
    /// @param migrations how many its schema has
    record Ready(int migrations) implements DatabaseState {}

    /// It does not answer in time.
    record Away() implements DatabaseState {}

    /// It answers, but has an older schema than it had at the start, or none: another one, or an old copy.
    /// @param migrations how many it has
    /// @param expected how many it had
    record Behind(int migrations, int expected) implements DatabaseState {}

    default boolean isReady() {
        return this instanceof Ready;
    }
}
