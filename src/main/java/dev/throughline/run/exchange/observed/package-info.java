/// What one request did with items of earlier answers, read in parts, so that no answer grows with the length of a
/// conversation.
///
/// In: a run, the number of a request and where to continue. Out: a page of its observations. Reads the table
/// `exchange` and the view `observed_item` of `run.exchange`, which calls it.
@NullMarked
package dev.throughline.run.exchange.observed;

import org.jspecify.annotations.NullMarked;
