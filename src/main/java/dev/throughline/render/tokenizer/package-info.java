/// Byte-level BPE tokenizers of any model, with the position of every token in the text.
///
/// In: a `tokenizer.json` (Hugging Face tokenizers) or the metadata of a GGUF file. Out: ids and offsets equal to
/// those of the tokenizers library, added and special tokens included, without what a post-processor would add.
/// Files may be hostile: sizes are bounded, and unsupported content ends in a
/// [dev.throughline.render.tokenizer.TokenizerFormatException] that names the location. Tokenizers are immutable
/// except for a bounded cache of words, and thread-safe. Plain Java; called by `render` only.
@NullMarked
package dev.throughline.render.tokenizer;

import org.jspecify.annotations.NullMarked;
