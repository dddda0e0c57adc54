/// The values of a recorded run: the run itself, its settings and state, and an exchange as it begins, ends
/// and is stored. Immutable; without database access or imports of other packages of `run`. Created by
/// `gateway` and by the sub-packages; read by all code that reads runs.
@NullMarked
package dev.throughline.run;

import org.jspecify.annotations.NullMarked;
