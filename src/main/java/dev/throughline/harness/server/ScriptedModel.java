package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A model of a few megabytes that answers as its scripts say, for servers that need a model but whose prompts
/// and answers are what is of interest. It reasons, calls a tool, and answers once it has the tool's result.
public final class ScriptedModel {
    private final ModelVocabulary vocabulary = new ModelVocabulary();
    private final ModelWeights weights = new ModelWeights(vocabulary);
    private final String template;

    /// @param template its chat template
    public ScriptedModel(String template) {
        this.template = template;
    }

    /// Writes it in the form of the transformers library, `config.json`, `model.safetensors` and its tokenizer, and
    /// for llama.cpp, `scripted.gguf`.
    /// @throws HarnessException if the folder cannot be written
    public void write(Path folder) {
        try {
            Files.createDirectories(folder);
            put(folder, "config.json", configuration());
            put(folder, "generation_config.json", generation());
            put(folder, "tokenizer.json", vocabulary.tokenizer());
            put(folder, "tokenizer_config.json", vocabulary.configuration(template, ModelWeights.CONTEXT));
            Files.writeString(folder.resolve("chat_template.jinja"), template);
            tensors(folder.resolve("model.safetensors"), weights.tensors());
            gguf().write(folder.resolve("scripted.gguf"));
        } catch (IOException e) {
            throw new HarnessException("the scripted model could not be written: " + e.getMessage());
        }
    }

    private ObjectNode configuration() {
        ObjectNode json = generation()
                .put("model_type", "llama")
                .put("hidden_size", weights.width())
                .put("intermediate_size", weights.inner())
                .put("num_hidden_layers", 1)
                .put("num_attention_heads", weights.heads())
                .put("num_key_value_heads", weights.heads())
                .put("head_dim", weights.headWidth())
                .put("max_position_embeddings", ModelWeights.CONTEXT)
                .put("vocab_size", vocabulary.size())
                .put("rms_norm_eps", 1e-6)
                .put("rope_theta", weights.base())
                .put("hidden_act", "silu")
                .put("attention_bias", false)
                .put("mlp_bias", false)
                .put("tie_word_embeddings", false)
                .put("torch_dtype", "float32")
                .putNull("bos_token_id");
        json.putArray("architectures").add("LlamaForCausalLM");
        json.remove("do_sample");
        return json;
    }

    private ObjectNode generation() {
        ObjectNode json = Json.TREES.createObjectNode().put("do_sample", false);
        ArrayNode stops = json.putArray("eos_token_id");
        ModelScript.STOPS.forEach(stop -> stops.add(vocabulary.id(stop)));
        return json.put("pad_token_id", vocabulary.id(ModelScript.STOPS.getFirst()));
    }

    private GgufModel gguf() {
        GgufModel file = new GgufModel()
                .put("general.architecture", "llama")
                .put("general.name", "scripted")
                .put("llama.context_length", ModelWeights.CONTEXT)
                .put("llama.embedding_length", weights.width())
                .put("llama.block_count", 1)
                .put("llama.feed_forward_length", weights.inner())
                .put("llama.attention.head_count", weights.heads())
                .put("llama.attention.head_count_kv", weights.heads())
                .put("llama.attention.layer_norm_rms_epsilon", 1e-6f)
                .put("llama.rope.dimension_count", weights.headWidth())
                .put("llama.rope.freq_base", (float) weights.base())
                .put("llama.vocab_size", vocabulary.size())
                .put("tokenizer.chat_template", template);
        vocabulary.describe(file);
        weights.ggufTensors().forEach(file::put);
        return file;
    }

    private static void put(Path folder, String name, JsonNode json) throws IOException {
        Files.writeString(folder.resolve(name), json.toString());
    }

    /// Source: the safetensors format: the length of a header in JSON, the header, the numbers.
    private static void tensors(Path file, Map<String, Tensor> tensors) throws IOException {
        ObjectNode header = Json.TREES.createObjectNode();
        header.putObject("__metadata__").put("format", "pt");
        long offset = 0;
        for (Map.Entry<String, Tensor> named : tensors.entrySet()) {
            Tensor tensor = named.getValue();
            long end = offset + tensor.size();
            ObjectNode entry = header.putObject(named.getKey()).put("dtype", "F32");
            ArrayNode shape = entry.putArray("shape");
            (tensor.isVector() ? List.of(tensor.columns()) : List.of(tensor.rows(), tensor.columns()))
                    .forEach(shape::add);
            entry.putArray("data_offsets").add(offset).add(end);
            offset = end;
        }
        String text = header.toString();
        byte[] bytes = (text + " ".repeat(-text.length() & 7)).getBytes(StandardCharsets.US_ASCII);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(bytes.length)
                    .array());
            out.write(bytes);
            for (Tensor tensor : tensors.values()) {
                out.write(tensor.bytes());
            }
        }
    }
}
