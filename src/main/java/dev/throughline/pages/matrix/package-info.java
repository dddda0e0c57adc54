/// The pages of the matrix: newest versions, versions of a product, a cell, comparisons, and whether a version can
/// be used.
///
/// In: cells, votes and claims read by `matrix`. Out: pages; JSON at the same address for clients that ask for it.
/// Imported by no other package.
@NullMarked
package dev.throughline.pages.matrix;

import org.jspecify.annotations.NullMarked;
