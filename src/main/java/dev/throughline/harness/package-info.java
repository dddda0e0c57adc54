/// Runs real client programs by recipe: installs them, drives them against the service, and stops every
/// process that it started.
///
/// Calls the service over HTTP only. Processes and files are handled on virtual threads, never on an event
/// loop. `HarnessException` is the failure of all of `harness`.
@NullMarked
package dev.throughline.harness;

import org.jspecify.annotations.NullMarked;
