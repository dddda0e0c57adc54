/// What the service shows of itself to those who run it: metrics at `/q/metrics`, spans where an OTLP endpoint is
/// configured, and the switches for both and for JSON logs.
///
/// The gateway tells of every request and every exchange once, when it is over; gauges of the journal and the verdicts
/// are read when somebody asks. Tags are bounded and hold no text, no key, and no id of a run, a session or a request.
@NullMarked
package dev.throughline.telemetry;

import org.jspecify.annotations.NullMarked;
