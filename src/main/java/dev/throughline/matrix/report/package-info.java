/// What the matrix shows, and the files it can be had as.
///
/// In: cells with what was reported beside them. Out: JSON shapes for `matrix.api`, and bytes in every form; the same
/// cells give the same bytes.
@NullMarked
package dev.throughline.matrix.report;

import org.jspecify.annotations.NullMarked;
