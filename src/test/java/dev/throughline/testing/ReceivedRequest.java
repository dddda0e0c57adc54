package dev.throughline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A request as a backend got it.
/// @param headers names in lower case, in the order received
public record ReceivedRequest(String method, String target, List<Map.Entry<String, String>> headers, byte[] body) {
    private static final JsonMapper JSON = new JsonMapper();

    public ReceivedRequest {
        headers = List.copyOf(headers);
    }

    /// All values of a header.
    public List<String> header(String name) {
        return headers.stream()
                .filter(header -> header.getKey().equals(name.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .toList();
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw new AssertionError("the backend got a body that is not JSON: " + text(), e);
        }
    }

    /// What decides who answers: the body's model, or the request's path for one without a body.
    String key() {
        return body.length == 0 || !isJson() ? target : json().path("model").asText(target);
    }

    private boolean isJson() {
        return header("content-type").stream().anyMatch(type -> type.startsWith("application/json"));
    }
}
