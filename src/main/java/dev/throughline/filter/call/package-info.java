/// Tool calls as models write them: reads calls in GLM's layouts as they arrive, and in any `CallLayout`
/// that a template shows; fits argument values to the tool's JSON schema; writes the events of a call.
///
/// In: lexemes or text, and the tools that the request declares. Out: call events whose argument fragments
/// concatenate to one JSON object, text that turned out not to be a call, and anomalies. Called by `filter`
/// and `render` (`CallLayout` only); imports `filter.markup`.
@NullMarked
package dev.throughline.filter.call;

import org.jspecify.annotations.NullMarked;
