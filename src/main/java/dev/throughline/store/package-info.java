/// Shared by all features that store data in PostgreSQL: single prepared statements, transactions, lossless
/// storage of texts and JSON, and this process's name among those that share the database.
///
/// In: SQL and values of the caller. Out: rows, by Mutiny. Independent of tables. Called by `run` and its
/// sub-packages, `matrix.store`.
@NullMarked
package dev.throughline.store;

import org.jspecify.annotations.NullMarked;
