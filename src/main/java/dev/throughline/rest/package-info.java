/// Shared by all API resources: the guard before them (`ApiGuard`), errors as `application/problem+json`
/// (RFC 9457), validation of body fields and query parameters, the choice of a format, entity tags, the
/// names of settings, and the completion of the OpenAPI document.
///
/// In: HTTP requests by Quarkus REST. Out: parsed values, or a problem that names the field or parameter.
/// Called by every `…api` package and by `pages`; `gateway` calls `ApiGuard` only, to mount it. Problems
/// are never sent on a dialect endpoint.
@NullMarked
package dev.throughline.rest;

import org.jspecify.annotations.NullMarked;
