package dev.throughline.render.mask;

import dev.throughline.render.Rendering;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.Tokenizer;
import java.util.ArrayList;
import java.util.List;

/// A special token spelled out in a message: the model interprets it as control, whoever wrote it.
///
/// @param index of the token in the prompt
/// @param offset of its first character in the prompt, in UTF-16 units
/// @param pointer the field that contains it
public record SpelledToken(int index, int id, String token, int offset, String pointer) {

    /// The special tokens of a prompt that come from fields and not from the template.
    public static List<SpelledToken> find(Rendering prompt, Encoding tokens, Tokenizer tokenizer) {
        List<SpelledToken> found = new ArrayList<>();
        for (int index = 0; index < tokens.size(); index++) {
            int id = tokens.id(index);
            if (tokenizer.isSpecial(id) && prompt.originAt(tokens.start(index)) instanceof Origin.Content content) {
                found.add(new SpelledToken(
                        index,
                        id,
                        tokenizer.tokenOf(id).orElse(""),
                        tokens.start(index),
                        content.pointer().toString()));
            }
        }
        return found;
    }
}
