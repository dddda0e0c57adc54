/// The resources `/api/v1/runs/{run}/…/prompt` and `/prefix`. Nobody imports it.
@NullMarked
package dev.throughline.run.prompt.api;

import org.jspecify.annotations.NullMarked;
