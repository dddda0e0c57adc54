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
    private static final String SPACE_MARK = "\u2581";
    private static final List<String> DECODERS =
            List.of("ByteLevel", "Fuse", "Replace", "ByteFallback", "Strip", "Metaspace");

    private final JsonNode root;

    TokenizerJson(JsonNode root) {
        this.root = root;
    }

    Tokenizer read() {
        if (!root.isObject()) {
            throw new TokenizerFormatException("", "expected a tokenizer.json: a JSON object");
        }
        boolean isByteLevel =
                root.path("pre_tokenizer").findValuesAsText("type").contains("ByteLevel");
        TokenModel model = model(isByteLevel);
        TextNormalizer normalizer = normalizer(root.path("normalizer"), "/normalizer");
        WordSource words = new PreTokenizerJson(root.path("pre_tokenizer")).read();
        TokenDecoder decoder = isByteLevel ? TokenDecoder.BYTE_LEVEL : pieces(words);
        checkDecoder(root.path("decoder"), "/decoder");
        return new Tokenizer(model, normalizer, words, decoder, addedTokens(model.vocabulary()));
    }

    private TokenModel model(boolean isByteLevel) {
        JsonNode node = root.path("model");
        // Files of earlier versions do not name the type.
        String type = node.path("type").asText(node.path("vocab").isArray() ? "Unigram" : "BPE");
        return switch (type) {
            case "BPE" -> new BpeModelJson(node).read(isByteLevel);
            case "Unigram" -> new UnigramModelJson(node).read();
            default ->
                throw new TokenizerFormatException(
                        "/model/type", "a " + type + " model is not supported; BPE and Unigram are");
        };
    }

    private TokenDecoder pieces(WordSource words) {
        boolean isStripped = root.path("decoder").findValuesAsText("type").contains("Strip") || words.isPrefixing();
        String mark = words instanceof Metaspace metaspace ? String.valueOf(metaspace.mark()) : SPACE_MARK;
        return new TokenDecoder.OfPieces(mark, isStripped);
    }

    private static TextNormalizer normalizer(JsonNode node, String place) {
        if (node.isMissingNode() || node.isNull()) {
            return TextNormalizer.NONE;
        }
        String type = node.path("type").asText();
        return switch (type) {
            case "NFC" -> UnicodeForm.NFC;
            case "NFKC" -> UnicodeForm.NFKC;
            case "Prepend" ->
                node.path("prepend").asText().isEmpty()
                        ? TextNormalizer.NONE
                        : new TextNormalizer.Prepended(node.path("prepend").asText());
            case "Replace" -> replacement(node, place);
            case "Precompiled" ->
                PrecompiledText.of(node.path("precompiled_charsmap").asText(), place + "/precompiled_charsmap");
            case "Sequence" -> {
                TextNormalizer found = TextNormalizer.NONE;
                JsonNode parts = node.path("normalizers");
                for (int index = 0; index < parts.size(); index++) {
                    found = found.then(normalizer(parts.path(index), place + "/normalizers/" + index));
                }
                yield found;
            }
            default ->
                throw new TokenizerFormatException(
                        place + "/type",
                        "the normalizer " + type + " is not supported; NFC, NFKC, Prepend, Replace, Precompiled and"
                                + " Sequence are");
        };
    }

    private static TextNormalizer replacement(JsonNode node, String place) {
        JsonNode pattern = node.path("pattern");
        String content = node.path("content").asText();
        if (pattern.path("String").isTextual()) {
            return ReplacedText.literal(pattern.path("String").textValue(), content);
        }
        return ReplacedText.regex(pattern.path("Regex").asText(), content, place + "/pattern/Regex");
    }

    private static void checkDecoder(JsonNode node, String place) {
        if (node.path("decoders").isArray()) {
            JsonNode parts = node.path("decoders");
            for (int index = 0; index < parts.size(); index++) {
                checkDecoder(parts.path(index), place + "/decoders/" + index);
            }
        } else if (!node.isMissingNode()
                && !node.isNull()
                && !DECODERS.contains(node.path("type").asText())) {
            throw new TokenizerFormatException(
                    place + "/type",
                    "the decoder " + node.path("type").asText() + " is not supported; " + String.join(", ", DECODERS)
                            + " are");
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
