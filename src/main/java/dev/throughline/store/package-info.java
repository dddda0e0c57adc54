/// What every feature needs to keep something in PostgreSQL: single prepared statements, transactions, texts
/// and JSON that PostgreSQL takes without loss, and this process's name among those that share the database.
///
/// In: SQL and values of the caller. Out: rows, by Mutiny. Knows no table. Called by `run` and its
/// sub-packages, `matrix.store`.
@NullMarked
package dev.throughline.store;

import org.jspecify.annotations.NullMarked;
