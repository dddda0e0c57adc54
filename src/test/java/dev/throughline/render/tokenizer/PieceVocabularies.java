package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// `tokenizer.json` documents as converted from SentencePiece: characters, a mark for spaces, tokens for bytes. Their
/// words are made here.
final class PieceVocabularies {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String MARK = "\u2581";
    private static final List<String> SPECIAL = List.of("<unk>", "<s>", "</s>");

    private PieceVocabularies() {}

    /// As Llama 2: a mark before the text, no words.
    static ObjectNode prepended() {
        ObjectNode root = bpe();
        ArrayNode parts = root.putObject("normalizer").put("type", "Sequence").putArray("normalizers");
        parts.addObject().put("type", "Prepend").put("prepend", MARK);
        parts.add(replacement(" ", MARK));
        decoder(root, true);
        return root;
    }

    /// As Gemma 1, which has no token for the byte of a tab.
    static ObjectNode withoutTab() {
        ObjectNode root = split();
        ObjectNode vocabulary = (ObjectNode) root.path("model").path("vocab");
        vocabulary.set("<tab>", vocabulary.remove("<0x09>"));
        return root;
    }

    /// As Gemma: spaces replaced, words by a pattern that no longer matches.
    static ObjectNode split() {
        ObjectNode root = bpe();
        root.set("normalizer", replacement(" ", MARK));
        ObjectNode words = root.putObject("pre_tokenizer").put("type", "Split");
        words.putObject("pattern").put("String", " ");
        words.put("behavior", "MergedWithPrevious").put("invert", false);
        decoder(root, false);
        return root;
    }

    /// A Unigram model behind NFKC.
    static ObjectNode unigram(String scheme) {
        ObjectNode root = document();
        root.putObject("normalizer").put("type", "NFKC");
        root.set("pre_tokenizer", metaspace(scheme));
        root.set("decoder", metaspace(scheme));
        ObjectNode model = root.putObject("model").put("type", "Unigram").put("unk_id", 0);
        ArrayNode vocabulary = model.putArray("vocab");
        int rank = 1;
        for (String token : tokens()) {
            vocabulary.addArray().add(token).add(SPECIAL.contains(token) ? 0.0 : -Math.log(2 + rank++ * 7 % 97));
        }
        model.put("byte_fallback", false);
        return root;
    }

    /// The same behind a character map: some characters become others, several, or nothing.
    static ObjectNode mapped() {
        ObjectNode root = unigram("always");
        Map<String, String> map = new TreeMap<>(Map.of(
                "\uFF21", "A", "\uFB01", "fi", "\u00BD", "1/2", "\u3000", " ", "\t", " ", "\n", " ", "\u200B", ""));
        map.putAll(Map.of(
                "e\u0301", "\u00E9", "\u00A0", " ", "\uFF01", "!", "\u2009", " ", "\u212B", "\u00C5", "\uAC00", "ga"));
        root.putObject("normalizer").put("type", "Precompiled").put("precompiled_charsmap", CharacterMap.of(map));
        return root;
    }

    private static ObjectNode bpe() {
        ObjectNode root = document();
        ObjectNode model = root.putObject("model")
                .put("type", "BPE")
                .putNull("dropout")
                .put("unk_token", "<unk>")
                .put("fuse_unk", true)
                .put("byte_fallback", true);
        ObjectNode vocabulary = model.putObject("vocab");
        tokens().forEach(token -> vocabulary.put(token, vocabulary.size()));
        ArrayNode merges = model.putArray("merges");
        for (String token : tokens()) {
            for (int at = 1; at < token.length() && !token.startsWith("<"); at++) {
                String left = token.substring(0, at);
                String right = token.substring(at);
                if (vocabulary.has(left) && vocabulary.has(right)) {
                    merges.addArray().add(left).add(right);
                }
            }
        }
        return root;
    }

    private static ObjectNode document() {
        ObjectNode root = JSON.createObjectNode().put("version", "1.0");
        ArrayNode added = root.putArray("added_tokens");
        for (int id = 0; id < SPECIAL.size(); id++) {
            ObjectNode token = added.addObject().put("id", id).put("content", SPECIAL.get(id));
            List.of("single_word", "lstrip", "rstrip", "normalized").forEach(option -> token.put(option, false));
            token.put("special", true);
        }
        root.putNull("normalizer")
                .putNull("pre_tokenizer")
                .putNull("post_processor")
                .putNull("decoder");
        return root;
    }

    /// Special tokens, bytes, characters of some scripts, and parts of the words of [RandomTexts].
    private static Set<String> tokens() {
        Set<String> found = new LinkedHashSet<>(SPECIAL);
        for (int value = 0; value < 256; value++) {
            found.add("<0x%02X>".formatted(value));
        }
        found.add(MARK);
        for (int[] script : RandomTexts.SCRIPTS.subList(0, 6)) {
            for (int letter = script[0]; letter <= script[1]; letter++) {
                found.add(Character.toString(letter));
            }
        }
        RandomTexts texts = new RandomTexts(9, List.of());
        while (found.size() < 2_000) {
            String text = MARK + texts.next().replace(" ", MARK);
            for (int at = 0; at + 4 < text.length(); at += 3) {
                for (int end = at + 2; end <= at + 4; end++) {
                    String part = text.substring(at, end);
                    if (part.chars().allMatch(c -> c == MARK.charAt(0) || Character.isLetter(c))) {
                        found.add(part);
                    }
                }
            }
        }
        return found;
    }

    private static ObjectNode replacement(String old, String other) {
        ObjectNode made = JSON.createObjectNode().put("type", "Replace");
        made.putObject("pattern").put("String", old);
        return made.put("content", other);
    }

    private static ObjectNode metaspace(String scheme) {
        return JSON.createObjectNode()
                .put("type", "Metaspace")
                .put("replacement", MARK)
                .put("prepend_scheme", scheme)
                .put("split", true);
    }

    private static void decoder(ObjectNode root, boolean strips) {
        ArrayNode parts = root.putObject("decoder").put("type", "Sequence").putArray("decoders");
        parts.add(replacement(MARK, " "));
        parts.addObject().put("type", "ByteFallback");
        parts.addObject().put("type", "Fuse");
        if (strips) {
            parts.addObject()
                    .put("type", "Strip")
                    .put("content", " ")
                    .put("start", 1)
                    .put("stop", 0);
        }
    }
}
