/// The resources of `/api/v1`: runs, their exchanges, tokens, reports and live events; `/health`; OpenAPI.
///
/// In: HTTP requests by Quarkus REST on the event loop. Out: JSON, NDJSON, server-sent events, problem+json. Wire
/// shapes are records named after what they show; settings are written as `SettingName` says, judgements in upper case.
/// `Query`, `Fields`, `FormatChoice` and `EntityTag` are for the resources of other packages too.
@NullMarked
package dev.throughline.run.api;

import org.jspecify.annotations.NullMarked;
