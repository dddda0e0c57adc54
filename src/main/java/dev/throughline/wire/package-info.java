/// What all dialects share: how a request body is read, how a fault in it is told, how an answer is written.
///
/// Flow: body bytes → `JsonBody` → `DialectCodec.decode` → `Conversation`; `StreamEvent`s → `StreamEncoder` → frames,
/// or
/// → `WholeEncoder` → one body. The dialects live in sub-packages that never import one another. Plain Java and
/// Jackson.
@NullMarked
package dev.throughline.wire;

import org.jspecify.annotations.NullMarked;
