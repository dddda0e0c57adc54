/// Requests of OpenAI Responses: a client's body → `Conversation`; a `Conversation` → the body for a backend,
/// adapted (same dialect: as received but for what the backend needs) or translated (another dialect: written
/// anew). Called by the dialect's codecs and `relay`; may import `answer`.
@NullMarked
package dev.throughline.wire.responses.request;

import org.jspecify.annotations.NullMarked;
