/// Shared by all dialects: parsing request bodies, reporting their errors, and writing answers. Clients repeat most of
/// a body: one that begins with the bytes of an earlier one is parsed from where they differ (`ParsedBody`).
///
/// Flow: body bytes → `StrictJson` → `DialectCodec.decode` → `Conversation`; `StreamEvent`s →
/// `StreamEncoder` → frames, or → `WholeEncoder` → one body. The dialects live in sub-packages that never
/// import one another. Plain Java and Jackson.
@NullMarked
package dev.throughline.wire;

import org.jspecify.annotations.NullMarked;
