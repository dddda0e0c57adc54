/// How much of the preceding prompts a run's requests repeat.
///
/// In: recorded requests and answers. Out: comparisons with the server's own count of cached tokens; the
/// prefix part of a run's report. Called by `run.prompt.api`, and by `run.report` through the interface that
/// it implements.
@NullMarked
package dev.throughline.run.prompt.prefix;

import org.jspecify.annotations.NullMarked;
