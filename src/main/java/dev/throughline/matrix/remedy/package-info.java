/// What the matrix knows against the losses of a client: versions and variants that were measured to keep them.
///
/// In: the cells of a client. Out: remedies for `run`. Imported by no other package.
@NullMarked
package dev.throughline.matrix.remedy;

import org.jspecify.annotations.NullMarked;
