/// Detects a model's delimiters without knowing its family.
///
/// In: a chat template and the tokens of a vocabulary. Out: the pair around reasoning, that around tool calls,
/// whether an answer begins inside reasoning, and the strings that end it. They are found by rendering small
/// conversations and examining the text around theirs. Plain Java; called by `render` and by the configuration of
/// proxies.
@NullMarked
package dev.throughline.render.markers;

import org.jspecify.annotations.NullMarked;
