/// The prompt of the next turn as an extension of the exact tokens of the last prompt and answer, for any template.
///
/// In: how a conversation is rendered, a tokenizer and a profile. Out: ids that begin with those of the
/// last prompt and the answer, or a refusal with its cause. Source of the rules: the project "renderers".
@NullMarked
package dev.throughline.render.bridge;

import org.jspecify.annotations.NullMarked;
