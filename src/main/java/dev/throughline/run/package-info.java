/// The values of a recorded run: the run itself, its settings and state, and an exchange as it begins, ends and
/// is kept. Immutable; no database access, no other package of `run` is imported here. Made by `gateway` and by
/// the packages below; read by everyone who reads runs.
@NullMarked
package dev.throughline.run;

import org.jspecify.annotations.NullMarked;
