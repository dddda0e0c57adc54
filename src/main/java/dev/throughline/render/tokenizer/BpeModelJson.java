package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Reads the `model` of a `tokenizer.json`: BPE with a vocabulary and merges in either of their forms.
record BpeModelJson(JsonNode node) {
    private static final List<String> AFFIXES = List.of("continuing_subword_prefix", "end_of_word_suffix");

    /// @param isByteLevel whether the vocabulary spells bytes, not characters
    BpeModel read(boolean isByteLevel) {
        for (String affix : AFFIXES) {
            if (!node.path(affix).asText("").isEmpty() && !node.path(affix).isNull()) {
                throw new TokenizerFormatException("/model/" + affix, "is not supported");
            }
        }
        if (node.path("dropout").asDouble(0) > 0) {
            throw new TokenizerFormatException("/model/dropout", "is random and not supported");
        }
        Vocabulary vocabulary = vocabulary();
        return new BpeModel(
                vocabulary,
                merges(vocabulary),
                isByteLevel ? ofBytes(vocabulary) : ofCharacters(vocabulary),
                node.path("ignore_merges").asBoolean());
    }

    private SymbolSource ofBytes(Vocabulary vocabulary) {
        return new SymbolSource.OfBytes(new ByteSymbols(
                        vocabulary,
                        node.path("byte_fallback").asBoolean(),
                        node.path("unk_token").isTextual())
                .find("/model/vocab"));
    }

    private SymbolSource ofCharacters(Vocabulary vocabulary) {
        OptionalInt unknown = node.path("unk_token").isTextual()
                ? vocabulary.id(node.path("unk_token").textValue())
                : OptionalInt.empty();
        return new CharacterSymbols(
                vocabulary,
                node.path("byte_fallback").asBoolean(),
                unknown,
                node.path("fuse_unk").asBoolean());
    }

    private Vocabulary vocabulary() {
        JsonNode vocab = node.path("vocab");
        if (!vocab.isObject() || vocab.isEmpty()) {
            throw new TokenizerFormatException("/model/vocab", "expected an object of tokens and their ids");
        }
        Map<String, Integer> ids = HashMap.newHashMap(vocab.size());
        vocab.properties().forEach(entry -> {
            JsonNode id = entry.getValue();
            if (!id.canConvertToInt() || id.intValue() < 0 || id.intValue() > Vocabulary.MAX_ID) {
                throw new TokenizerFormatException(
                        "/model/vocab/" + entry.getKey().replace("~", "~0").replace("/", "~1"),
                        "expected an id from 0 to " + Vocabulary.MAX_ID);
            }
            ids.put(entry.getKey(), id.intValue());
        });
        return new Vocabulary(ids);
    }

    private MergeTable merges(Vocabulary vocabulary) {
        JsonNode nodes = node.path("merges");
        if (!nodes.isArray()) {
            throw new TokenizerFormatException("/model/merges", "expected an array");
        }
        MergeTable merges = new MergeTable(nodes.size());
        for (int rank = 0; rank < nodes.size(); rank++) {
            String place = "/model/merges/" + rank;
            JsonNode merge = nodes.path(rank);
            if (merge.isTextual()) {
                String[] pair = pair(merge.textValue(), place);
                add(merges, vocabulary, pair[0], pair[1], rank, place);
            } else if (merge.isArray() && merge.size() == 2) {
                add(merges, vocabulary, merge.path(0).asText(), merge.path(1).asText(), rank, place);
            } else {
                throw new TokenizerFormatException(place, "expected two tokens");
            }
        }
        return merges;
    }

    /// The two tokens of a merge that is written with a space between them.
    static String[] pair(String merge, String place) {
        int space = merge.indexOf(' ');
        if (space < 0 || merge.indexOf(' ', space + 1) >= 0) {
            throw new TokenizerFormatException(place, "expected two tokens with one space between them");
        }
        return new String[] {merge.substring(0, space), merge.substring(space + 1)};
    }

    private static void add(
            MergeTable merges, Vocabulary vocabulary, String left, String right, int rank, String place) {
        merges.put(
                id(vocabulary, left, place), id(vocabulary, right, place), rank, id(vocabulary, left + right, place));
    }

    private static int id(Vocabulary vocabulary, String token, String place) {
        OptionalInt id = vocabulary.id(token);
        return id.orElseThrow(
                () -> new TokenizerFormatException(place, "the token \"" + token + "\" is not in the vocabulary"));
    }
}
