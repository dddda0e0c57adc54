/// The resources of `/api/v1/runs`, `/api/v1/backends`, `/health`: runs, exchanges, tokens, reports, live events.
///
/// In: HTTP requests by Quarkus REST on the event loop. Out: JSON, NDJSON, server-sent events,
/// problem+json. Wire shapes are records named after their content. Only `run.prompt`,
/// `run.training` and `pages` import it, for `RunLookup`.
@NullMarked
package dev.throughline.run.api;

import org.jspecify.annotations.NullMarked;
