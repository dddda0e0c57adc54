package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// Reads a `tokenizer.json`. Truncation, padding and the post-processor are not for prompts and are passed over.
/// Source: the serialised form of Hugging Face tokenizers 0.21.
final class TokenizerJson {
    private static final int MAX_ADDED = 100_000;

    private final JsonNode root;

    TokenizerJson(JsonNode root) {
        this.root = root;
    }

    Tokenizer read() {
        if (!root.isObject()) {
            throw new TokenizerFormatException("", "expected a tokenizer.json: a JSON object");
        }
        BpeModel model = new BpeModelJson(root.path("model")).read();
        TextNormalizer normalizer = normalizer(root.path("normalizer"), "/normalizer");
        PreTokenizer words = new PreTokenizerJson(root.path("pre_tokenizer")).read();
        checkDecoder(root.path("decoder"), "/decoder");
        return new Tokenizer(model, normalizer, words, addedTokens(model.vocabulary()));
    }

    private static TextNormalizer normalizer(JsonNode node, String place) {
        if (node.isMissingNode() || node.isNull()) {
            return TextNormalizer.NONE;
        }
        String type = node.path("type").asText();
        return switch (type) {
            case "NFC" -> TextNormalizer.NFC;
            case "Sequence" -> {
                TextNormalizer found = TextNormalizer.NONE;
                JsonNode parts = node.path("normalizers");
                for (int index = 0; index < parts.size(); index++) {
                    TextNormalizer part = normalizer(parts.path(index), place + "/normalizers/" + index);
                    found = part == TextNormalizer.NONE ? found : part;
                }
                yield found;
            }
            default ->
                throw new TokenizerFormatException(
                        place + "/type", "the normalizer " + type + " is not supported; NFC and Sequence are");
        };
    }

    private static void checkDecoder(JsonNode node, String place) {
        String type = node.path("type").asText();
        if (type.equals("Sequence")) {
            JsonNode parts = node.path("decoders");
            for (int index = 0; index < parts.size(); index++) {
                checkDecoder(parts.path(index), place + "/decoders/" + index);
            }
        } else if (!node.isMissingNode() && !node.isNull() && !type.equals("ByteLevel") && !type.equals("Fuse")) {
            throw new TokenizerFormatException(
                    place + "/type", "the decoder " + type + " is not supported; ByteLevel is");
        }
    }

    /// A token that the model has keeps the model's id; the others are numbered on, whatever the file says, as Hugging
    /// Face tokenizers number them.
    private List<AddedToken> addedTokens(Vocabulary vocabulary) {
        JsonNode nodes = root.path("added_tokens");
        if (nodes.size() > MAX_ADDED) {
            throw new TokenizerFormatException("/added_tokens", "more than " + MAX_ADDED + " added tokens");
        }
        List<AddedToken> found = new ArrayList<>();
        Map<String, Integer> ids = new HashMap<>();
        int highest = -1;
        for (int index = 0; index < nodes.size(); index++) {
            JsonNode node = nodes.path(index);
            String content = node.path("content").asText();
            if (!node.path("content").isTextual() || content.isEmpty()) {
                throw new TokenizerFormatException(
                        "/added_tokens/" + index + "/content", "expected a string that is not empty");
            }
            OptionalInt known = ids.containsKey(content) ? OptionalInt.of(ids.get(content)) : vocabulary.id(content);
            int id = known.orElse(Math.max(highest + 1, vocabulary.size()));
            ids.put(content, id);
            highest = Math.max(highest, id);
            found.add(addedToken(id, content, node));
        }
        return found;
    }

    private static AddedToken addedToken(int id, String content, JsonNode node) {
        boolean isSpecial = node.path("special").asBoolean();
        return new AddedToken(
                id,
                content,
                isSpecial,
                node.path("lstrip").asBoolean(),
                node.path("rstrip").asBoolean(),
                node.path("single_word").asBoolean(),
                node.path("normalized").asBoolean(!isSpecial));
    }
}
