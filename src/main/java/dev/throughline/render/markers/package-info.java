/// The delimiters that a model writes, found without knowing its family.
///
/// In: a chat template and the tokens of a vocabulary. Out: the pair around reasoning, that around tool calls, whether
/// an answer begins inside reasoning, and the strings that end it. They are found by rendering small conversations and
/// looking at what stands around their texts. Plain Java; called by `render` and by who configures a proxy.
@NullMarked
package dev.throughline.render.markers;

import org.jspecify.annotations.NullMarked;
