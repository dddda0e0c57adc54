/// What is removed of old runs, and when: bodies first, then tokens, then exchanges, then the verdict with the run.
///
/// Plain JDBC on a connection of its own, so that the same code serves the command line and the running service, and
/// the service's pool never waits for it. `run.lifecycle` and `cli` call it.
@NullMarked
package dev.throughline.run.retention;

import org.jspecify.annotations.NullMarked;
