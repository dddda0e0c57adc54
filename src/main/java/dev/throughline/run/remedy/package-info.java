/// What helps against the losses of a failed run: one source for the page, the reports and the commands.
///
/// In: runs with their verdicts, the settings of backends, and what the matrix knows, through an interface that a
/// package above implements. Out: sentences. Called by `run.report` and `pages`.
@NullMarked
package dev.throughline.run.remedy;

import org.jspecify.annotations.NullMarked;
