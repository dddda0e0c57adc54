/// The views of the matrix and its output formats.
///
/// In: cells with the claims about them. Out: JSON shapes for `matrix.api`, and bytes in every format; the
/// same cells yield the same bytes.
@NullMarked
package dev.throughline.matrix.report;

import org.jspecify.annotations.NullMarked;
