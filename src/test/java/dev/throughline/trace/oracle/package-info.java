/// A tracer that is slow and plain: it reads the whole record of a run for each request and follows the rules of
/// `concepts/conversations.md` one comparison after another, without an index, a limit of work, or anything that is
/// known from an earlier request. What the service's tracer finds is compared with it.
///
/// Imports the records of `trace` and nothing of `trace.match`, `trace.sighting`, `trace.history` and `trace.repair`:
/// a change there that changes a result is found by the difference.
@NullMarked
package dev.throughline.trace.oracle;

import org.jspecify.annotations.NullMarked;
