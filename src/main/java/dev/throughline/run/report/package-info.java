/// The report of a run, as JSON, text and other formats.
///
/// In: a run, its evidence and the verdict over it. Out: a `RunReport` and its representations. Pure,
/// except for `RunReportFactory` and `RunScores`, which fetch the evidence. Used by the API and by the gateway's
/// `validation_report`; both show the same report.
@NullMarked
package dev.throughline.run.report;

import org.jspecify.annotations.NullMarked;
