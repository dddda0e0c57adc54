/// The SSE frame format: a buffer that frames are written into. Source: WHATWG HTML 9.2, "Server-sent events".
@NullMarked
package dev.throughline.wire.sse;

import org.jspecify.annotations.NullMarked;
