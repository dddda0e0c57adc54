package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Dialect;
import java.util.List;

/// Asks vLLM and SGLang for the ids of tokens and their log-probabilities. SGLang refuses them in streams.
///
/// Source: `ChatCompletionRequest` of vLLM 0.10.2 and later; of SGLang 0.5.13 and later.
final class TokenIdRequest {
    private static final String LOGPROBS = "logprobs";
    private static final List<String> VLLM = List.of("return_token_ids", LOGPROBS);
    private static final List<String> SGLANG = List.of("return_prompt_token_ids", "return_meta_info", LOGPROBS);

    private TokenIdRequest() {}

    /// The body for the backend; the same instance if nothing has to change.
    static ObjectNode asked(ObjectNode body, HttpBackend backend) {
        BackendSettings settings = backend.settings();
        if (!settings.tokenIds()
                || settings.dialect() != Dialect.OPENAI_CHAT
                || body.path("n").asInt(1) > 1) {
            return body;
        }
        List<String> fields =
                fields(backend.kindSoFar().id(), body.path("stream").asBoolean());
        if (fields.stream().allMatch(field -> body.path(field).asBoolean())) {
            return body;
        }
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.setAll(body);
        fields.forEach(field -> asked.put(field, true));
        return asked;
    }

    private static List<String> fields(String kind, boolean isStream) {
        return switch (kind) {
            case "vllm" -> VLLM;
            case "sglang" -> isStream ? List.of() : SGLANG;
            default -> List.of();
        };
    }
}
