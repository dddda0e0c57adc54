/// Requests of OpenAI Chat Completions: a client's body → `Conversation`; a `Conversation` → the body for a
/// backend, adapted (same dialect: as received except for the backend's requirements) or translated
/// (another dialect: newly written). Called by the dialect's codecs and `relay`; may import `answer`.
@NullMarked
package dev.throughline.wire.chat.request;

import org.jspecify.annotations.NullMarked;
