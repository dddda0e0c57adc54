/// Authentication, permissions and limits: keys, scopes, limits.
///
/// In: the headers of a request. Out: a `Caller`, or a `Denial` that its caller formats: `gateway` in the
/// client's dialect, the `ApiGuard` of `rest` as problem+json for every other path. Keys are rows of
/// `access_key`; no other package reads them. Called by `gateway`, `run.api` and `cli`; knows none of them.
@NullMarked
package dev.throughline.access;

import org.jspecify.annotations.NullMarked;
