package dev.throughline.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonLinesTest {
    private static final JsonMapper JSON = new JsonMapper();

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static String file() {
        byte[] file = JsonLines.begin("run-report", 1, object().put("run", "r"))
                .line("item", object().put("token", "a\nb\u2028\ud800"))
                .line("item", object().put("token", "\u00e9"))
                .end(object().put("total", 2));
        return new String(file, StandardCharsets.UTF_8);
    }

    @Test
    void everyLineIsASeparateObject() throws IOException {
        List<String> lines = file().lines().toList();

        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst()).isEqualTo("{\"type\":\"run-report-header\",\"formatVersion\":1,\"run\":\"r\"}");
        assertThat(JSON.readTree(lines.get(1)).path("token").asText()).isEqualTo("a\nb\u2028\ud800");
        assertThat(JSON.readTree(lines.get(3)).path("lines").asInt()).isEqualTo(2);
    }

    @Test
    void aLineMayHaveNothingButItsType() {
        byte[] file = JsonLines.begin("run-report", 1, object())
                .line("item", object())
                .line("item", new TreeMap<>(Map.of("place", 1)))
                .end(object());

        assertThat(new String(file, StandardCharsets.UTF_8).lines().skip(1).limit(2))
                .containsExactly("{\"type\":\"item\"}", "{\"type\":\"item\",\"place\":1}");
    }

    @Test
    void theFootersDigestIsOfEveryByteBeforeIt() throws Exception {
        String file = file();
        int footer = file.lastIndexOf("{\"type\":\"footer\"");

        byte[] before = file.substring(0, footer).getBytes(StandardCharsets.UTF_8);
        JsonNode told = JSON.readTree(file.substring(footer)).path("sha256");
        assertThat(told.asText())
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(before)));
        assertThat(file).endsWith("\n");
    }
}
