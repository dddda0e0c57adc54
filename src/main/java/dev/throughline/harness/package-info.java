/// Runs real client programs by recipe: installs them, drives them against the service, stops every process it began.
///
/// Speaks to the service over HTTP only. Processes and files live on virtual threads, never on an event loop.
@NullMarked
package dev.throughline.harness;

import org.jspecify.annotations.NullMarked;
