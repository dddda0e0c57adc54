/// Makes a database ready before the service starts: an embedded PostgreSQL that survives crashes, or any
/// PostgreSQL that the environment names; both with the schema of this version. Plain and blocking; called by
/// commands, by `run.events` (its own connection for LISTEN) and by `run.retention`, never from an event loop.
/// Out: the settings that Quarkus connects with, or one `DatabaseException` whose message is fit for a person.
@NullMarked
package dev.throughline.store.database;

import org.jspecify.annotations.NullMarked;
