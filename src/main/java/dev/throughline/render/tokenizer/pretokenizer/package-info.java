/// Splits text into the words that are tokenized one by one: scanners of the well-known regular
/// expressions, the general regular expression with a bound on its cost, and how files describe them.
///
/// In: a part of an `AlignedText`. Out: pieces in order, none lost. The lower of the two packages, so it
/// also holds what both need: `AlignedText`, `CharacterClasses`, `TokenizerFormatException`. Called by
/// `render.tokenizer`; callers of tokenizers catch the exception.
@NullMarked
package dev.throughline.render.tokenizer.pretokenizer;

import org.jspecify.annotations.NullMarked;
