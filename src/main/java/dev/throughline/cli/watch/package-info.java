/// Watches a run in the terminal as it happens.
///
/// In: the live events of a service. Out: lines, or JSON. Imported by `cli`.
@NullMarked
package dev.throughline.cli.watch;

import org.jspecify.annotations.NullMarked;
