/// The page of an exchange: what earlier answers contained beside what came back of it, and what this answer
/// contained.
///
/// In: a recorded exchange, the answers that it observed, its request body and its tokens. Out: records that a
/// template shows. Imported by `pages` only.
@NullMarked
package dev.throughline.pages.exchange;

import org.jspecify.annotations.NullMarked;
