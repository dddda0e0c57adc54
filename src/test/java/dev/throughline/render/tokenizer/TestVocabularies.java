package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Two `tokenizer.json` documents, trained here on texts made here.
public final class TestVocabularies {
    /// Special tokens named as those of GLM models.
    public static final List<String> MARKERS =
            List.of("<|endoftext|>", "[gMASK]", "<sop>", "<|system|>", "<|user|>", "<|assistant|>", "<|observation|>");
    /// Added tokens that are no special ones.
    static final List<String> TAGS = List.of(
            "<think>",
            "</think>",
            "<tool_call>",
            "</tool_call>",
            "<tool_response>",
            "</tool_response>",
            "<arg_key>",
            "</arg_key>",
            "<arg_value>",
            "</arg_value>",
            "/nothink");

    private static final JsonMapper JSON = new JsonMapper();
    private static final int MERGES = 1_000;

    private static final ObjectNode GLM_WORDS = document(KnownPatterns.THREE_DIGITS, false);
    private static final ObjectNode SPACED_WORDS = document(KnownPatterns.GPT2, true);

    private TestVocabularies() {}

    /// As GLM models have it: words by regular expression, merges as strings, whole words kept.
    public static ObjectNode glm() {
        ObjectNode root = GLM_WORDS.deepCopy();
        splitAt(root, List.of(KnownPatterns.THREE_DIGITS), SplitBehavior.ISOLATED);
        ((ObjectNode) root.path("model")).put("ignore_merges", true);
        return root;
    }

    /// Replaces how words are found.
    static void splitAt(ObjectNode root, List<String> patterns, SplitBehavior behavior) {
        ObjectNode words = root.putObject("pre_tokenizer").put("type", "Sequence");
        ArrayNode parts = words.putArray("pretokenizers");
        for (String pattern : patterns) {
            ObjectNode split = parts.addObject().put("type", "Split");
            split.putObject("pattern").put("Regex", pattern);
            split.put("behavior", behavior.label()).put("invert", false);
        }
        parts.add(byteLevel(false, false));
    }

    /// As older models have it: GPT-2's words behind single digits, merges as arrays, NFC, and tokens with every
    /// option.
    static ObjectNode spaced() {
        ObjectNode root = SPACED_WORDS.deepCopy();
        root.putObject("normalizer").put("type", "NFC");
        ArrayNode parts =
                root.putObject("pre_tokenizer").put("type", "Sequence").putArray("pretokenizers");
        parts.addObject().put("type", "Digits").put("individual_digits", true);
        parts.add(byteLevel(true, true));
        add(root, "<left>", "lstrip");
        add(root, "<right>", "rstrip");
        add(root, "word", "single_word");
        add(root, "\u00E9t\u00E9", "normalized");
        add(root, "<think", "special");
        return root;
    }

    private static ObjectNode document(String pattern, boolean asArrays) {
        BpeTrainer trainer = new BpeTrainer();
        Splitter words = KnownPatterns.scanner(pattern).orElseThrow();
        RandomTexts texts = new RandomTexts(7, List.of());
        for (int count = 0; count < 300; count++) {
            String text = texts.next();
            words.split(text, 0, text.length(), (from, to) -> trainer.add(text.substring(from, to)));
        }
        trainer.train(MERGES);
        ObjectNode root = JSON.createObjectNode().put("version", "1.0");
        ArrayNode added = root.putArray("added_tokens");
        root.putNull("normalizer").putNull("pre_tokenizer").putNull("post_processor");
        root.set("decoder", byteLevel(false, false));
        ObjectNode model =
                root.putObject("model").put("type", "BPE").putNull("dropout").putNull("unk_token");
        ObjectNode vocabulary = model.putObject("vocab");
        trainer.vocabulary().forEach(vocabulary::put);
        ArrayNode merges = model.putArray("merges");
        for (List<String> merge : trainer.merges()) {
            if (asArrays) {
                merges.addArray().add(merge.get(0)).add(merge.get(1));
            } else {
                merges.add(String.join(" ", merge));
            }
        }
        MARKERS.forEach(marker -> add(root, marker, "special"));
        TAGS.forEach(tag -> add(root, tag, ""));
        added.forEach(node -> ((ObjectNode) node).put("normalized", false));
        return root;
    }

    /// Adds a token with one option set.
    static void add(ObjectNode root, String content, String option) {
        ArrayNode added = (ArrayNode) root.path("added_tokens");
        ObjectNode token = added.addObject()
                .put("id", root.path("model").path("vocab").size() + added.size() - 1)
                .put("content", content);
        for (String each : List.of("single_word", "lstrip", "rstrip", "normalized", "special")) {
            token.put(each, each.equals(option));
        }
    }

    private static ObjectNode byteLevel(boolean addsSpace, boolean usesRegex) {
        return JSON.createObjectNode()
                .put("type", "ByteLevel")
                .put("add_prefix_space", addsSpace)
                .put("trim_offsets", false)
                .put("use_regex", usesRegex);
    }
}
