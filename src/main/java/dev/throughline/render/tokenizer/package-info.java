/// Byte-level BPE tokenizers of any model, with the place of every token in the text.
///
/// In: a `tokenizer.json` (Hugging Face tokenizers) or the metadata of a GGUF file. Out: ids and offsets equal to those
/// of the tokenizers library, added and special tokens included, without what a post-processor would add. Files are
/// hostile: sizes are bounded, and what is not supported ends in a
/// [dev.throughline.render.tokenizer.TokenizerFormatException] that names the place. Tokenizers are immutable but for a
/// bounded cache of words, and may be used by several threads at once. Plain Java; called by `render` only.
@NullMarked
package dev.throughline.render.tokenizer;

import org.jspecify.annotations.NullMarked;
