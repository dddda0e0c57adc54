/// Which items an answer contained, and what later requests did with them.
///
/// In: a decoded request and what is known of the run (`RunHistory`). Out: which conversation the request continues and
/// one
/// `Observation` per expected item. Pure and plain: no database, no clock, no framework. The judgement over
/// the observations is `verdict`'s.
@NullMarked
package dev.throughline.trace;

import org.jspecify.annotations.NullMarked;
