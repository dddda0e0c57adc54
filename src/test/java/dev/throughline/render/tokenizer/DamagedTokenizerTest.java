package dev.throughline.render.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every value of a `tokenizer.json`, one after the other, replaced by something else.
class DamagedTokenizerTest {
    private static final String DOCUMENT = """
            {"added_tokens": [{"id": 3, "content": "<s>", "special": true, "normalized": true}],
             "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}]},
             "pre_tokenizer": {"type": "Sequence", "pretokenizers": [
               {"type": "Split", "pattern": {"Regex": "b"}, "behavior": "Isolated", "invert": false},
               {"type": "Split", "pattern": {"String": "c"}, "behavior": "Removed", "invert": true},
               {"type": "Digits", "individual_digits": true},
               {"type": "Punctuation", "behavior": "Contiguous"},
               {"type": "ByteLevel", "add_prefix_space": false, "use_regex": true}]},
             "decoder": {"type": "Sequence", "decoders": [{"type": "ByteLevel"}]},
             "model": {"type": "BPE", "dropout": null, "unk_token": null, "byte_fallback": false,
               "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b", ["a", "b"]], "ignore_merges": true}}""";

    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {"null", "-1", "1e400", "99999999999", "\"\"", "\"x y\"", "[]", "[1]", "{}", "{\"a\": 1}", "true"
            })
    void isReadOrRefusedWithAPlace(String replacement) throws IOException {
        JsonNode value = JSON.readTree(replacement);
        List<String> pointers = new ArrayList<>();
        collect(JSON.readTree(DOCUMENT), "", pointers);
        for (String pointer : pointers) {
            JsonNode document = JSON.readTree(DOCUMENT);
            replace(document, pointer, value);
            try {
                Tokenizer.read(document).encode("abc1.<s>e\u0301\u00E9");
            } catch (TokenizerFormatException e) {
                assertThat(e.getMessage()).as(pointer).startsWith("/");
            }
        }

        assertThat(pointers).hasSizeGreaterThan(40);
    }

    private static void collect(JsonNode node, String pointer, List<String> found) {
        node.properties().forEach(member -> {
            found.add(pointer + "/" + member.getKey());
            collect(member.getValue(), pointer + "/" + member.getKey(), found);
        });
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            found.add(pointer + "/" + index);
            collect(node.get(index), pointer + "/" + index, found);
        }
    }

    private static void replace(JsonNode document, String pointer, JsonNode value) {
        int slash = pointer.lastIndexOf('/');
        String name = pointer.substring(slash + 1);
        switch (document.at(pointer.substring(0, slash))) {
            case ObjectNode object -> object.set(name, value);
            case ArrayNode array -> array.set(Integer.parseInt(name), value);
            default -> throw new AssertionError(pointer);
        }
    }
}
