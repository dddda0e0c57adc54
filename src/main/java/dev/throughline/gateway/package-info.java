/// The dialect endpoints: request → conversation → tracer → backend → encoder → client, recorded on the way.
///
/// Vert.x routes; one `Exchange` per request lives on one event loop and needs no lock. Errors before the first byte
/// are the
/// dialect's own error body, after it the dialect's error frame. Called by HTTP clients only.
@NullMarked
package dev.throughline.gateway;

import org.jspecify.annotations.NullMarked;
