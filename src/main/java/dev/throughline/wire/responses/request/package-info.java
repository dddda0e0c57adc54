/// Requests of OpenAI Responses: a client's body → `Conversation`; a `Conversation` → the body for a
/// backend, adapted (same dialect: as received except for the backend's requirements) or translated
/// (another dialect: newly written). Called by the dialect's codecs and `relay`; may import `answer`.
@NullMarked
package dev.throughline.wire.responses.request;

import org.jspecify.annotations.NullMarked;
