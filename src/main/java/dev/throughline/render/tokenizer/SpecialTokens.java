package dev.throughline.render.tokenizer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The tokens that a model's files name by their purpose, as chat templates use them.
///
/// @param begin what a text begins with (`bos_token`)
/// @param end what a text ends with (`eos_token`)
public record SpecialTokens(
        Optional<String> begin, Optional<String> end, Optional<String> unknown, Optional<String> padding) {
    /// No token is named.
    public static final SpecialTokens NONE =
            new SpecialTokens(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /// By the names that templates use: `bos_token`, `eos_token`, `unk_token`, `pad_token`; absent ones are left out.
    public Map<String, String> variables() {
        Map<String, String> found = new LinkedHashMap<>();
        begin.ifPresent(token -> found.put("bos_token", token));
        end.ifPresent(token -> found.put("eos_token", token));
        unknown.ifPresent(token -> found.put("unk_token", token));
        padding.ifPresent(token -> found.put("pad_token", token));
        return found;
    }
}
