/// The entry of the dialect endpoints: Vert.x routes pass each request to what answers it, log it, and refuse
/// what no endpoint takes.
///
/// In: HTTP requests. Out: answers in the client's dialect, recorded on the way. An error before the first byte
/// is the dialect's own error body, after it the dialect's error frame. Called by HTTP clients only; no
/// sub-package may import it.
@NullMarked
package dev.throughline.gateway;

import org.jspecify.annotations.NullMarked;
