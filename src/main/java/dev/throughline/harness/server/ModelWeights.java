package dev.throughline.harness.server;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The weights of a Llama with one layer that says a script: built, not trained.
///
/// The embedding of a token is a one at its own place and a one at a place that all tokens share. One attention
/// head looks for the newest marker: a marker's key stands ahead of the query by a fixed angle, and the
/// rotation by position turns it away, so slowly that it never comes round; the value says which script the
/// marker selects. The output layer then adds what follows the present token in any script, and what belongs to
/// the selected one. The sharpness of the head takes 24 bits: in a shorter form of numbers the model fails.
final class ModelWeights {
    /// The longest prompt, in tokens.
    static final int CONTEXT = 32_768;

    private static final int HEAD = 64;
    private static final int SLOWEST = HEAD / 2 - 1;
    private static final double LEAD = 0.3;
    private static final double SHARPNESS = 8 * 6e5;

    private static final String[][] GGUF_NAMES = {
        {"model.embed_tokens", "token_embd"},
        {"lm_head", "output"},
        {"model.norm", "output_norm"},
        {"model.layers.0.", "blk.0."},
        {"input_layernorm", "attn_norm"},
        {"post_attention_layernorm", "ffn_norm"},
        {"self_attn.q_proj", "attn_q"},
        {"self_attn.k_proj", "attn_k"},
        {"self_attn.v_proj", "attn_v"},
        {"self_attn.o_proj", "attn_output"},
        {"mlp.gate_proj", "ffn_gate"},
        {"mlp.up_proj", "ffn_up"},
        {"mlp.down_proj", "ffn_down"},
    };

    private final ModelVocabulary vocabulary;
    private final int shared;
    private final int width;
    private final double one;

    ModelWeights(ModelVocabulary vocabulary) {
        this.vocabulary = vocabulary;
        this.shared = vocabulary.size();
        int needed = shared + 1 + ModelScript.ALL.size();
        this.width = (needed + HEAD - 1) / HEAD * HEAD;
        this.one = Math.sqrt(width / 2.0);
    }

    int width() {
        return width;
    }

    int heads() {
        return width / HEAD;
    }

    int inner() {
        return HEAD;
    }

    int headWidth() {
        return HEAD;
    }

    /// The base of the rotation, by which the slowest pair turns by less than a right angle over the longest
    /// prompt.
    double base() {
        double turn = 0.9 / (CONTEXT * 1.25);
        return Math.pow(1 / turn, HEAD / (2.0 * SLOWEST));
    }

    /// All weights by their names in the files of Llama models.
    Map<String, Tensor> tensors() {
        Tensor embedding = Tensor.zeros(shared, width);
        for (int id = 0; id < shared; id++) {
            embedding.set(id, id, 1);
            embedding.set(id, shared, 1);
        }
        Map<String, Tensor> all = new LinkedHashMap<>();
        all.put("model.embed_tokens.weight", embedding);
        all.put("lm_head.weight", head());
        all.put("model.norm.weight", Tensor.ones(width));
        String layer = "model.layers.0.";
        all.put(layer + "input_layernorm.weight", Tensor.ones(width));
        all.put(layer + "post_attention_layernorm.weight", Tensor.ones(width));
        attention(layer + "self_attn.", all);
        all.put(layer + "mlp.gate_proj.weight", Tensor.zeros(HEAD, width));
        all.put(layer + "mlp.up_proj.weight", Tensor.zeros(HEAD, width));
        all.put(layer + "mlp.down_proj.weight", Tensor.zeros(width, HEAD));
        return all;
    }

    /// All weights by their names in llama.cpp's files of Llama models, where the two numbers of a pair that is rotated
    /// stand beside one another.
    Map<String, Tensor> ggufTensors() {
        Map<String, Tensor> all = new LinkedHashMap<>();
        tensors().forEach((name, tensor) -> {
            boolean isRotated = name.contains("q_proj") || name.contains("k_proj");
            all.put(ggufName(name), isRotated ? tensor.interleaved(HEAD) : tensor);
        });
        return all;
    }

    private static String ggufName(String name) {
        String renamed = name;
        for (String[] pair : GGUF_NAMES) {
            renamed = renamed.replace(pair[0], pair[1]);
        }
        return renamed;
    }

    private void attention(String prefix, Map<String, Tensor> all) {
        Tensor query = Tensor.zeros(width, width);
        Tensor key = Tensor.zeros(width, width);
        Tensor value = Tensor.zeros(width, width);
        Tensor output = Tensor.zeros(width, width);
        query.set(SLOWEST, shared, SHARPNESS / one);
        for (int script = 0; script < ModelScript.ALL.size(); script++) {
            for (String marker : ModelScript.ALL.get(script).markers()) {
                int id = vocabulary.id(marker);
                key.set(SLOWEST, id, Math.cos(LEAD) / one);
                key.set(SLOWEST + HEAD / 2, id, -Math.sin(LEAD) / one);
                value.set(script, id, 1 / one);
            }
            output.set(selected(script), script, 1);
        }
        all.put(prefix + "q_proj.weight", query);
        all.put(prefix + "k_proj.weight", key);
        all.put(prefix + "v_proj.weight", value);
        all.put(prefix + "o_proj.weight", output);
    }

    private Tensor head() {
        Tensor head = Tensor.zeros(shared, width);
        for (int number = 0; number < ModelScript.ALL.size(); number++) {
            ModelScript script = ModelScript.ALL.get(number);
            List<Integer> said = script.tokens().stream().map(vocabulary::id).toList();
            List<Integer> next =
                    script.successors().stream().map(vocabulary::id).toList();
            for (int at = 0; at < said.size(); at++) {
                head.set(next.get(at), said.get(at), 20);
            }
            int place = selected(number);
            script.said().forEach(token -> head.set(vocabulary.id(token), place, 10));
            // Any other token, which is the end of a prompt, begins the script. Without a marker, the first one.
            for (int id = 0; id < shared; id++) {
                if (!said.contains(id)) {
                    head.raise(said.getFirst(), id, 12);
                }
            }
        }
        return head;
    }

    /// The place that is one while a script is selected.
    private int selected(int script) {
        return shared + 1 + script;
    }
}
