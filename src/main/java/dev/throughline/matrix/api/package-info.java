/// The resources of the matrix below `/api/v1`: cells, their history, ranges, differences, products; the
/// page `/matrix`; their views and output formats, of which the same cells yield the same bytes.
///
/// In: HTTP requests by Quarkus REST on the event loop. Out: JSON, files and pages; problem+json that names
/// the invalid parameter. Reading is open if access is open, and otherwise needs the scope `read`; a run is
/// never named to a key that may not see it, since its id grants access to its endpoints.
@NullMarked
package dev.throughline.matrix.api;

import org.jspecify.annotations.NullMarked;
