package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Reads the `model` of a `tokenizer.json`: Unigram, whose vocabulary is a list of tokens and their scores.
final class UnigramModelJson {
    private final JsonNode node;

    UnigramModelJson(JsonNode node) {
        this.node = node;
    }

    UnigramModel read() {
        JsonNode vocab = node.path("vocab");
        if (!vocab.isArray() || vocab.isEmpty() || vocab.size() > Vocabulary.MAX_ID) {
            throw new TokenizerFormatException("/model/vocab", "expected an array of tokens and their scores");
        }
        List<UnigramModel.Piece> pieces = new ArrayList<>(vocab.size());
        Map<String, Integer> ids = HashMap.newHashMap(vocab.size());
        for (int id = 0; id < vocab.size(); id++) {
            JsonNode piece = vocab.path(id);
            if (!piece.path(0).isTextual() || !piece.path(1).isNumber()) {
                throw new TokenizerFormatException("/model/vocab/" + id, "expected a token and its score");
            }
            pieces.add(new UnigramModel.Piece(
                    piece.path(0).textValue(), piece.path(1).doubleValue()));
            ids.put(piece.path(0).textValue(), id);
        }
        JsonNode unknown = node.path("unk_id");
        boolean hasUnknown = unknown.canConvertToInt() && unknown.intValue() >= 0 && unknown.intValue() < pieces.size();
        return new UnigramModel(
                new Vocabulary(ids),
                pieces,
                hasUnknown ? OptionalInt.of(unknown.intValue()) : OptionalInt.empty(),
                node.path("byte_fallback").asBoolean());
    }
}
