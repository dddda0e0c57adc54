/// Files for other programs: CSV, JSON lines, XML and HTML, escaped so that no text can inject markup or formulas.
///
/// In: texts of any content, including those of clients and models. Out: well-formed files in UTF-8.
/// Independent of runs and the matrix, which both write their exports with it. Plain Java, Jackson's trees, and
/// Qute for markup: its templates are in `templates/files`.
@NullMarked
package dev.throughline.export;

import org.jspecify.annotations.NullMarked;
