/// What a run amounts to, as JSON and as text.
///
/// In: a run, its evidence and the verdict over it. Out: a `RunReport` and its text. Pure but for `Reports`, which
/// fetches the evidence. Used by the API and by the gateway's `validation_report`; both show the same report.
@NullMarked
package dev.throughline.run.report;

import org.jspecify.annotations.NullMarked;
