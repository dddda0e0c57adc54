/// The resources of `/api/v1/runs`, `/api/v1/backends`, `/health`: runs, exchanges, tokens, reports, live events; and
/// the checks of `/q/health`, which are read without a key and expose no address, credential or text.
///
/// In: HTTP requests by Quarkus REST on the event loop. Out: JSON, NDJSON, server-sent events,
/// problem+json. Wire shapes are records named after their content. Only `run.prompt`,
/// `run.training` and `pages` import it, for `RunLookup` and `DatabaseWatch`.
@NullMarked
package dev.throughline.run.api;

import org.jspecify.annotations.NullMarked;
