/// Prepares a database before the service starts: an embedded PostgreSQL that survives crashes, or any
/// PostgreSQL configured in the environment; both with the schema of this version. Plain and blocking;
/// called by commands, by `run.events` (for its LISTEN connection) and by `run.retention`, never from an
/// event loop; `run.report` compares the schema with `Schema.sha256`. Out: the connection settings for Quarkus, or one
/// `DatabaseException` with a readable
/// message.
@NullMarked
package dev.throughline.store.database;

import org.jspecify.annotations.NullMarked;
