/// The resources of the matrix below `/api/v1`: cells, their history, ranges, differences, products; the page
/// `/matrix`.
///
/// In: HTTP requests by Quarkus REST on the event loop. Out: JSON, files and pages; problem+json that names the
/// parameter that is wrong. Reading is open where access is open, else it needs the scope `read`; a run of another key
/// is never named to who may not see it, since its id opens its endpoints.
@NullMarked
package dev.throughline.matrix.api;

import org.jspecify.annotations.NullMarked;
