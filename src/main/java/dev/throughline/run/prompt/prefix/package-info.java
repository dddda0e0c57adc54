/// How much of the preceding prompts a run's requests repeat, and what that costs.
///
/// In: recorded requests and answers. Out: comparisons with prices and the server's own count of cached
/// tokens; the prefix part of a run's report. Called by `run.prompt.api`, `cli` (prices), and by
/// `run.report` and `run.exchange` through the interfaces that it implements.
@NullMarked
package dev.throughline.run.prompt.prefix;

import org.jspecify.annotations.NullMarked;
