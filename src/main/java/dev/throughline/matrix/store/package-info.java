/// The tables of the matrix: products and their versions, evidence, cells, claims.
///
/// In flows what a sealed run says, in the transaction that seals it, and the measurements that the project ships.
/// Out come cells in pages, what their runs said, products and claims; `matrix.api` asks for them, nobody else.
/// Texts are kept as in the tables of `run`; settings and dialects are written as in the API.
@NullMarked
package dev.throughline.matrix.store;

import org.jspecify.annotations.NullMarked;
