/// Files that others read: CSV, JSON lines, XML and HTML written so that no text in them can do harm.
///
/// In: texts of any content, also of clients and models. Out: well-formed files in UTF-8. Knows nothing of runs or of
/// the matrix; both write their exports with it. Plain Java and Jackson's trees.
@NullMarked
package dev.throughline.export;

import org.jspecify.annotations.NullMarked;
