/// The effects of translating a request into another dialect: the fields that are lost, the fields without
/// which the answer would be wrong, and the replacement of files by their text.
///
/// In: a `Conversation` and the dialect of its backend. Out: the conversation to translate, the JSON
/// pointers that are dropped, and the refusal. Plain values; independent of the dialects' codecs.
@NullMarked
package dev.throughline.wire.translation;

import org.jspecify.annotations.NullMarked;
