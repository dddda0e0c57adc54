/// The matrix in memory and what it is derived from: evidence and products in the database, and the files of
/// measurements and claims that the project ships.
///
/// In: results of sealed runs, in the transaction that seals them, and what programs report. Out: the matrix as it
/// is now, votes and claims; called by `matrix.api` and `pages`. Texts are stored as in the tables of `run`;
/// settings and dialects are written as in the API.
@NullMarked
package dev.throughline.matrix.store;

import org.jspecify.annotations.NullMarked;
