/// The commands on recorded runs: `runs` lists them, `diff` compares two, or two versions of a client.
///
/// In: answers of the service. Out: text or JSON. Imports `cli.service`, `cli.output`; called by `cli` only.
@NullMarked
package dev.throughline.cli.run;

import org.jspecify.annotations.NullMarked;
