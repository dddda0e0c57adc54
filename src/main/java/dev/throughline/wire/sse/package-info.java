/// The SSE frame format: decoding and encoding of frames. Source: WHATWG HTML 9.2, "Server-sent events".
/// The search for single fields in bytes, without a tree, is here too.
@NullMarked
package dev.throughline.wire.sse;

import org.jspecify.annotations.NullMarked;
