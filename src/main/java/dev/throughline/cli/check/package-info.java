/// The commands that check real clients and model servers, list recipes and print reports of runs.
///
/// In: options. Out: text, JSON, and an exit code from the verdict. Imports `harness`, `cli.service`,
/// `cli.output`; called by `cli` only.
@NullMarked
package dev.throughline.cli.check;

import org.jspecify.annotations.NullMarked;
