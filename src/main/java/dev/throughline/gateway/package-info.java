/// The entry point of the dialect endpoints: Vert.x routes pass each request to its handler, log it, and
/// reject what no endpoint accepts. The bodies of all other requests are received within the same memory budget
/// (`ApiBodyAdmission`).
///
/// In: HTTP requests. Out: answers in the client's dialect, recorded in passing. An error before the first
/// byte is the dialect's own error body, after it the dialect's error frame; only `ApiBodyAdmission` answers with
/// problem+json. Called by HTTP clients only; no sub-package may import it.
@NullMarked
package dev.throughline.gateway;

import org.jspecify.annotations.NullMarked;
