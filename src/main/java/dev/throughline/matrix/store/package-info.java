/// The tables of the matrix: products and their versions, evidence, cells; and the file of claims.
///
/// In: results of sealed runs, in the transaction that seals them, and the measurements that the project
/// ships. Out: cells in pages, votes, products and claims; called by `matrix.api` only. Texts are stored as
/// in the tables of `run`; settings and dialects are written as in the API.
@NullMarked
package dev.throughline.matrix.store;

import org.jspecify.annotations.NullMarked;
