package dev.throughline.render.tokenizer;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// The tokens of a model, without the added ones, by name and by id.
final class Vocabulary {
    /// No model has a tenth as many; ids beyond it are taken for a damaged file.
    static final int MAX_ID = 10_000_000;

    private final Map<String, Integer> ids;
    private final Map<Integer, String> tokens;

    Vocabulary(Map<String, Integer> ids) {
        this.ids = Map.copyOf(ids);
        this.tokens = HashMap.newHashMap(ids.size());
        ids.forEach((token, id) -> tokens.put(id, token));
    }

    int size() {
        return ids.size();
    }

    OptionalInt id(String token) {
        Integer id = ids.get(token);
        return id == null ? OptionalInt.empty() : OptionalInt.of(id);
    }

    Optional<String> token(int id) {
        return Optional.ofNullable(tokens.get(id));
    }
}
