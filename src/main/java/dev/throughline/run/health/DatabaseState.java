package dev.throughline.run.health;

/// The state of the database as of the last check.
public sealed interface DatabaseState {
    /// It responds and has the schema.
    record Ready() implements DatabaseState {}

    /// It does not respond in time.
    record Away() implements DatabaseState {}

    /// It responds, but has another schema than at the start, or none: it is another database or an old copy.
    record OtherSchema() implements DatabaseState {}

    default boolean isReady() {
        return this instanceof Ready;
    }
}
