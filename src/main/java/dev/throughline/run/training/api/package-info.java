/// The resource `/api/v1/runs/{run}/training`. Nobody imports it.
@NullMarked
package dev.throughline.run.training.api;

import org.jspecify.annotations.NullMarked;
