/// Answers of OpenAI Responses: events or one body → stream events, stream events → events or one body; its
/// error bodies and model lists. Called by the codecs, `relay` and `request`; imports neither.
@NullMarked
package dev.throughline.wire.responses.answer;

import org.jspecify.annotations.NullMarked;
