/// Compares what the README and the pages of `src/site/markdown` say with the code: settings, metrics, HTTP, the
/// table of the matrix, and their links. Commands are compared in `cli`, where their model is.
@NullMarked
package dev.throughline.documentation;

import org.jspecify.annotations.NullMarked;
