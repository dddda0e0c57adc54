/// Answers of OpenAI Chat Completions: frames or one body → stream events, stream events → frames or one body;
/// its error bodies and model lists. Called by the codecs, `relay` and `request`; imports neither.
@NullMarked
package dev.throughline.wire.chat.answer;

import org.jspecify.annotations.NullMarked;
