/// The data model of tracing a conversation: exchanges of a run, the items that their answers contained,
/// what later requests did with each, the facts of a request, trace tokens and block signatures.
///
/// `AnswerItemCollector` collects the items of an answer that a client must return. In: nothing but values. Out:
/// values. Read by all code that records, judges or shows a run. The lowest of
/// trace's packages: it imports none of the others. Plain Java: no database, no clock.
@NullMarked
package dev.throughline.trace;

import org.jspecify.annotations.NullMarked;
