/// The commands that query the matrix: print it, can-i-use, export of evidence, static site. Imports `cli.service`,
/// `cli.output`, `harness`' `ServiceClient`; called by `cli` only.
@NullMarked
package dev.throughline.cli.matrix;

import org.jspecify.annotations.NullMarked;
