package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The tokens of the scripted model: each byte, the words of its scripts, and markup. A prompt's text becomes
/// one token for each byte, so that token counts tell how much of a history reached the prompt.
///
/// Bytes are written as in byte-level BPE: printable ones of Latin-1 as themselves, the others from U+0100 on.
final class ModelVocabulary {
    private static final int GGUF_NORMAL = 1;
    private static final int GGUF_CONTROL = 3;
    private static final int GGUF_USER_DEFINED = 4;

    private final Map<String, Integer> ids = new LinkedHashMap<>();
    private final List<String> plain = new ArrayList<>();
    private final List<String> added = new ArrayList<>();

    ModelVocabulary() {
        IntStream.range(0, 256).forEach(code -> plain.add(written((byte) code)));
        ModelScript.words().forEach(word -> plain.add(written(word)));
        added.addAll(ModelScript.CONTROL);
        added.addAll(ModelScript.MARKUP);
        plain.forEach(token -> ids.put(token, ids.size()));
        added.forEach(token -> ids.put(token, ids.size()));
    }

    int size() {
        return ids.size();
    }

    /// The number of a token that has this text.
    int id(String token) {
        Integer id = ids.get(added.contains(token) ? token : written(token));
        if (id == null) {
            throw new IllegalArgumentException("the scripted model has no token " + token);
        }
        return id;
    }

    /// The tokens in the order of their numbers, as they are written in files.
    List<String> tokens() {
        return List.copyOf(ids.keySet());
    }

    /// Whether a token is one of those that stand apart from text.
    boolean isAdded(String token) {
        return added.contains(token);
    }

    /// The file `tokenizer.json`.
    ObjectNode tokenizer() {
        ObjectNode json = Json.TREES.createObjectNode().put("version", "1.0");
        json.putNull("truncation").putNull("padding");
        ArrayNode all = json.putArray("added_tokens");
        added.forEach(token -> all.add(description(token).put("id", ids.get(token))));
        json.putNull("normalizer").set("pre_tokenizer", level());
        json.putNull("post_processor").set("decoder", level());
        ObjectNode model = json.putObject("model").put("type", "BPE");
        List.of("dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix")
                .forEach(model::putNull);
        model.put("fuse_unk", false).put("byte_fallback", false).put("ignore_merges", false);
        ObjectNode vocabulary = model.putObject("vocab");
        plain.forEach(token -> vocabulary.put(token, ids.get(token)));
        model.putArray("merges");
        return json;
    }

    /// The file `tokenizer_config.json`.
    ObjectNode configuration(String template, int context) {
        ObjectNode json = Json.TREES
                .createObjectNode()
                .put("tokenizer_class", "PreTrainedTokenizerFast")
                .put("eos_token", ModelScript.STOPS.getFirst())
                .put("pad_token", ModelScript.STOPS.getFirst())
                .put("clean_up_tokenization_spaces", false)
                .put("model_max_length", context)
                .put("chat_template", template);
        ObjectNode decoder = json.putObject("added_tokens_decoder");
        added.forEach(token -> decoder.set(String.valueOf(ids.get(token)), description(token)));
        return json;
    }

    /// Adds the tokenizer to a model file of llama.cpp; a list of merges must not be empty, so it has one that no text
    /// meets.
    void describe(GgufModel file) {
        List<String> stops = ModelScript.STOPS;
        file.put("tokenizer.ggml.model", "gpt2")
                .put("tokenizer.ggml.pre", "gpt-2")
                .putTexts("tokenizer.ggml.tokens", tokens())
                .putNumbers(
                        "tokenizer.ggml.token_type",
                        ids.keySet().stream()
                                .map(token -> ModelScript.CONTROL.contains(token)
                                        ? GGUF_CONTROL
                                        : isAdded(token) ? GGUF_USER_DEFINED : GGUF_NORMAL)
                                .toList())
                .putTexts("tokenizer.ggml.merges", List.of("\u0100 \u0100"))
                .put("tokenizer.ggml.eos_token_id", id(stops.getFirst()))
                .put("tokenizer.ggml.eot_token_id", id("<|user|>"))
                .put("tokenizer.ggml.eom_token_id", id("<|observation|>"))
                .put("tokenizer.ggml.add_bos_token", false);
    }

    private static ObjectNode description(String token) {
        return Json.TREES
                .createObjectNode()
                .put("content", token)
                .put("single_word", false)
                .put("lstrip", false)
                .put("rstrip", false)
                .put("normalized", false)
                .put("special", ModelScript.CONTROL.contains(token));
    }

    private static ObjectNode level() {
        return Json.TREES
                .createObjectNode()
                .put("type", "ByteLevel")
                .put("add_prefix_space", false)
                .put("trim_offsets", false)
                .put("use_regex", true);
    }

    private static String written(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return IntStream.range(0, bytes.length)
                .mapToObj(at -> written(bytes[at]))
                .collect(Collectors.joining());
    }

    private static String written(byte one) {
        int code = Byte.toUnsignedInt(one);
        return Character.toString(
                isShown(code)
                        ? code
                        : 256
                                + (int) IntStream.range(0, code)
                                        .filter(smaller -> !isShown(smaller))
                                        .count());
    }

    private static boolean isShown(int code) {
        return code > 32 && code < 127 || code > 160 && code != 173;
    }
}
