/// The commands that ask the matrix: print it, can-i-use, export of evidence, scoring again. Imports
/// `cli.service`, `cli.output`, `harness`' `ServiceClient`; called by `cli` only.
@NullMarked
package dev.throughline.cli.matrix;

import org.jspecify.annotations.NullMarked;
