/// The compatibility matrix as values and rules: votes, cells, flags, claims, ranges, differences and the snapshot that
/// holds them, and which sealed run is evidence for which cell; products, and how each scheme orders their versions.
///
/// In: sealed runs and measurements. Out: cells. Does not read the database. Called by `matrix.use`, `.store`,
/// `.api`.
@NullMarked
package dev.throughline.matrix;

import org.jspecify.annotations.NullMarked;
