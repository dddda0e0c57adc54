/// Removes data of old runs on a schedule: first their contents (request bodies and tokens), then the runs.
///
/// Plain JDBC on a dedicated connection, so that the same code serves the command line and the running
/// service, and the service's pool never waits for it. Called by `run.lifecycle` and `cli`.
@NullMarked
package dev.throughline.run.retention;

import org.jspecify.annotations.NullMarked;
