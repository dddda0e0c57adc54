/// The service's telemetry for operators: metrics at `/q/metrics`, spans if an OTLP endpoint is configured,
/// and the switches for both and for JSON logs.
///
/// The gateway reports every request and every exchange once, at its end; gauges of the journal and the verdicts are
/// computed on demand. Tags are bounded and contain no text, no key, and no id of a run, a session or a request.
@NullMarked
package dev.throughline.telemetry;

import org.jspecify.annotations.NullMarked;
