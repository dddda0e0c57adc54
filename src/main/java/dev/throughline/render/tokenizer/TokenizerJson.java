package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.jinja.CheckedText;
import dev.throughline.render.tokenizer.Tokenizer.TokenModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Reads a `tokenizer.json`. Truncation, padding and the post-processor are not for prompts and are passed
/// over. Source: the serialized form of Hugging Face tokenizers 0.21.
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

    /// A token that the model has keeps the model's id; the others are numbered on, whatever the file says, as
    /// Hugging Face tokenizers number them.
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

    /// Reads the `model` of a `tokenizer.json`: Unigram, whose vocabulary is a list of tokens and their scores.
    record UnigramModelJson(JsonNode node) {
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
            boolean hasUnknown =
                    unknown.canConvertToInt() && unknown.intValue() >= 0 && unknown.intValue() < pieces.size();
            return new UnigramModel(
                    new Vocabulary(ids),
                    pieces,
                    hasUnknown ? OptionalInt.of(unknown.intValue()) : OptionalInt.empty(),
                    node.path("byte_fallback").asBoolean());
        }
    }

    /// Replaces whatever a pattern matches.
    record ReplacedText(Pattern pattern, String content) implements TextNormalizer {
        static ReplacedText literal(String text, String content) {
            return new ReplacedText(Pattern.compile(text, Pattern.LITERAL), content);
        }

        /// @param place of the expression, for errors
        static ReplacedText regex(String regex, String content, String place) {
            try {
                return new ReplacedText(Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS), content);
            } catch (PatternSyntaxException e) {
                throw new TokenizerFormatException(place, "the expression is not supported: " + e.getDescription());
            }
        }

        @Override
        public boolean keeps(String text, int from, int to) {
            return !pattern.matcher(CheckedText.of(text)).region(from, to).find();
        }

        @Override
        public AlignedText normalize(String text, int from, int to) {
            AlignedBuilder out = new AlignedBuilder(to - from);
            Matcher found = pattern.matcher(CheckedText.of(text)).region(from, to);
            int at = from;
            while (found.find()) {
                out.same(text, at, found.start());
                out.add(content, found.start(), found.end());
                at = found.end();
            }
            return out.same(text, at, to).build();
        }
    }
}
