package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.render.tokenizer.Encoding;
import dev.throughline.render.tokenizer.GgufFile;
import dev.throughline.render.tokenizer.Tokenizer;
import dev.throughline.text.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The written model, followed by hand from token to token. What real servers make of it is tested with them.
class ScriptedModelTest {
    @TempDir
    Path folder;

    @Test
    void saysTheScriptOfTheNewestMarkerFromItsBeginningToItsEnd() throws IOException {
        new ScriptedModel("").write(folder);
        Weights weights = weights();
        JsonNode tokenizer = json("tokenizer.json");

        for (int script = 0; script < ModelScript.ALL.size(); script++) {
            ModelScript expected = ModelScript.ALL.get(script);
            String token = "\n";
            for (String next : expected.said().toList()) {
                int following = weights.after(id(tokenizer, token), script);
                assertThat(following).as("after %s", token).isEqualTo(id(tokenizer, next));
                token = next;
            }
        }
    }

    @Test
    void beginsBehindWhatTheTemplateHasOpened() throws IOException {
        new ScriptedModel("").write(folder);
        JsonNode tokenizer = json("tokenizer.json");
        ModelScript answer = ModelScript.ALL.getLast();

        int thought = weights().after(id(tokenizer, "<think>"), 1);
        int text = weights().after(id(tokenizer, "</think>"), 1);

        assertThat(thought).isEqualTo(id(tokenizer, answer.tokens().get(1)));
        assertThat(text).isEqualTo(id(tokenizer, answer.tokens().get(4)));
    }

    @Test
    void fileForLlamaCppHasTheSameTokensAndTheTemplate() throws IOException {
        new ScriptedModel("{{ messages }}").write(folder);
        byte[] file = Files.readAllBytes(folder.resolve("scripted.gguf"));
        ByteBuffer head = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);

        String prompt = "[gMASK]<sop><|user|>\nça va?<|assistant|><think>";
        Encoding read = Tokenizer.ofGguf(folder.resolve("scripted.gguf")).encode(prompt);

        assertThat(head.getInt(4)).as("version").isEqualTo(3);
        assertThat(head.getLong(8)).as("tensors").isEqualTo(12);
        assertThat(read.ids())
                .isEqualTo(Tokenizer.read(json("tokenizer.json")).encode(prompt).ids());
        assertThat(GgufFile.read(folder.resolve("scripted.gguf")).chatTemplate())
                .contains("{{ messages }}");
    }

    @Test
    void tokensAreDistinctAndStopsAreKnown() throws IOException {
        new ScriptedModel("{{ messages }}").write(folder);
        JsonNode tokenizer = json("tokenizer.json");
        var ids = new HashSet<Integer>();
        tokenizer.at("/model/vocab").forEach(id -> ids.add(id.asInt()));
        tokenizer.path("added_tokens").forEach(token -> ids.add(token.path("id").asInt()));

        assertThat(ids).hasSize(json("config.json").path("vocab_size").asInt());
        assertThat(json("generation_config.json")
                        .path("eos_token_id")
                        .valueStream()
                        .map(JsonNode::asInt))
                .containsExactlyElementsOf(ModelScript.STOPS.stream()
                        .map(stop -> id(tokenizer, stop))
                        .toList());
        assertThat(json("tokenizer_config.json").path("chat_template").asText()).isEqualTo("{{ messages }}");
        assertThat(folder.resolve("chat_template.jinja")).hasContent("{{ messages }}");
    }

    private JsonNode json(String name) throws IOException {
        return Json.TREES.readTree(folder.resolve(name).toFile());
    }

    private static int id(JsonNode tokenizer, String token) {
        for (JsonNode added : tokenizer.path("added_tokens")) {
            if (added.path("content").asText().equals(token)) {
                return added.path("id").asInt();
            }
        }
        String written = token.replace(' ', '\u0120').replace('\n', '\u010a');
        return tokenizer.at("/model/vocab").path(written).asInt(-1);
    }

    private Weights weights() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("model.safetensors")))
                .order(ByteOrder.LITTLE_ENDIAN);
        int length = Math.toIntExact(file.getLong());
        byte[] header = new byte[length];
        file.get(header);
        Map<String, float[]> tensors = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry :
                Json.TREES.readTree(new String(header, StandardCharsets.UTF_8)).properties()) {
            if (!entry.getKey().startsWith("__")) {
                JsonNode place = entry.getValue().path("data_offsets");
                int size = (place.get(1).asInt() - place.get(0).asInt()) / Float.BYTES;
                float[] values = new float[size];
                file.slice(8 + length + place.get(0).asInt(), size * Float.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer()
                        .get(values);
                tensors.put(entry.getKey(), values);
            }
        }
        return new Weights(tensors, json("config.json").path("hidden_size").asInt());
    }

    private record Weights(Map<String, float[]> tensors, int width) {
        /// The likeliest token behind one, once attention has found the marker of a script.
        int after(int token, int script) {
            float[] embedding = tensors.get("model.embed_tokens.weight");
            float[] state = new float[width];
            System.arraycopy(embedding, token * width, state, 0, width);
            float[] output = tensors.get("model.layers.0.self_attn.o_proj.weight");
            for (int row = 0; row < width; row++) {
                state[row] += output[row * width + script];
            }
            float[] head = tensors.get("lm_head.weight");
            int best = 0;
            List<Float> scores = new ArrayList<>();
            for (int row = 0; row < head.length / width; row++) {
                float score = 0;
                for (int at = 0; at < width; at++) {
                    score += head[row * width + at] * state[at];
                }
                scores.add(score);
                best = score > scores.get(best) ? row : best;
            }
            return best;
        }
    }
}
