/// The values of a recorded run: the run itself, its settings and state, an exchange as it begins, ends and
/// is stored, and the counts over all of its exchanges (`ScoredExchanges`). Without database access or
/// imports of other packages of `run`; all but `ScoredExchanges` are immutable. Created by `gateway` and by
/// the sub-packages; read by all code that reads runs.
@NullMarked
package dev.throughline.run;

import org.jspecify.annotations.NullMarked;
