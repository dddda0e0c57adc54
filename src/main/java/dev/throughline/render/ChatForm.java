package dev.throughline.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// How a model server hands the messages of a chat request to its template. No template sees a member that is null;
/// servers differ in the names under which it finds the reasoning of earlier answers.
public enum ChatForm {
    /// Python's `apply_chat_template`: the first of three names that is not null is handed on as
    /// `reasoning_content`, and as `thinking` if that is absent. Calls keep their arguments as they are.
    /// Source: transformers 5.24, `chat_template_utils`.
    TRANSFORMERS("transformers"),
    /// Reads `reasoning`, otherwise `reasoning_content`, and hands it on under both names; a content that is null is
    /// empty, and the arguments of calls are parsed. Source: vLLM 0.22 to 0.32, `chat_utils`.
    VLLM("vllm");

    private static final String CONTENT = "content";
    private static final String REASONING_CONTENT = "reasoning_content";
    private static final String THINKING = "thinking";
    private static final String REASONING = "reasoning";

    /// The names of reasoning, in the order in which `apply_chat_template` looks for them.
    public static final List<String> REASONING_FIELDS = List.of(REASONING_CONTENT, THINKING, REASONING);

    private final String id;

    ChatForm(String id) {
        this.id = id;
    }

    /// As in requests and answers of the API.
    public String id() {
        return id;
    }

    /// The form with this id.
    public static Optional<ChatForm> find(String id) {
        return Arrays.stream(values()).filter(form -> form.id.equals(id)).findFirst();
    }

    /// Brings a message into this form.
    ///
    /// @param message modified
    void apply(ObjectNode message) {
        if (this == VLLM) {
            asVllm(message);
        }
        message.properties().removeIf(member -> member.getValue().isNull());
        first(message, REASONING_FIELDS).ifPresent(reasoning -> {
            message.set(REASONING_CONTENT, reasoning);
            if (!message.has(THINKING)) {
                message.set(THINKING, reasoning);
            }
        });
    }

    private static void asVllm(ObjectNode message) {
        if (message.path(CONTENT).isNull()) {
            message.put(CONTENT, "");
        }
        message.remove(THINKING);
        first(message, List.of(REASONING, REASONING_CONTENT)).ifPresent(reasoning -> {
            message.set(REASONING, reasoning);
            message.set(REASONING_CONTENT, reasoning);
        });
    }

    private static Optional<JsonNode> first(ObjectNode message, List<String> names) {
        return names.stream()
                .map(name -> message.path(name))
                .filter(value -> !value.isNull() && !value.isMissingNode())
                .findFirst();
    }
}
