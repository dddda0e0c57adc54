package dev.throughline.run.health;

/// The state of the database as of the last check.
public sealed interface DatabaseState {
    /// It responds and has the schema.
    /// @param migrations number of migrations of its schema
    record Ready(int migrations) implements DatabaseState {}

    /// It does not respond in time.
    record Away() implements DatabaseState {}

    /// It responds, but its schema is older than at the start, or missing: it is another database or an old
    /// copy.
    /// @param migrations number of migrations found
    /// @param expected number of migrations at the start
    record Behind(int migrations, int expected) implements DatabaseState {}

    default boolean isReady() {
        return this instanceof Ready;
    }
}
