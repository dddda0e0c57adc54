/// The thread map of a run: what each request did with what earlier answers contained, as rows, columns and marks
/// with their places in a drawing.
///
/// In: recorded exchanges. Out: records that a template draws. Imported by `pages` and `pages.exchange`.
@NullMarked
package dev.throughline.pages.thread;

import org.jspecify.annotations.NullMarked;
