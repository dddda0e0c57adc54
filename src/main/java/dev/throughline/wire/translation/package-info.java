/// What becomes of a request that is translated into another dialect: which of its fields are lost, which of them make
/// the answer wrong without them, and files as the text they hold.
///
/// In: a `Conversation` and the dialect of its backend. Out: the conversation to translate, the JSON pointers that are
/// dropped, and the refusal. Plain values; knows no dialect's codec.
@NullMarked
package dev.throughline.wire.translation;

import org.jspecify.annotations.NullMarked;
