package dev.throughline.gateway.admission;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.text.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Makes up the bodies of a conversation as clients send them: most repeat the one before and add to it; some edit,
/// cut or compact it, move the marks of a provider's cache, change fields around it, or write it with other spaces.
final class RepeatedBodies {
    private static final List<String> TEXTS =
            List.of("OK", "Grüße, 世界 🙂", "a \"quoted\" \\ path", "line\nbreak", "x".repeat(300), "", "\"token\": 1");

    private final Dialect dialect;
    private final Random random;
    private final List<ObjectNode> elements = new ArrayList<>();
    private int made;

    RepeatedBodies(Dialect dialect, Random random) {
        this.dialect = dialect;
        this.random = random;
        add(2);
    }

    private boolean one(int times) {
        return random.nextInt(times) == 0;
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size())) + made++;
    }

    /// The next body.
    byte[] next() {
        if (one(8)) {
            elements.set(random.nextInt(elements.size()), element());
        }
        if (one(8)) {
            elements.subList(1 + random.nextInt(elements.size()), elements.size())
                    .clear();
        }
        if (one(4)) {
            mark();
        }
        add(random.nextInt(4));
        return written(body());
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            elements.add(element());
        }
    }

    /// Only the last two elements have one then.
    private void mark() {
        elements.forEach(element -> element.remove("cache_control"));
        elements.subList(Math.max(0, elements.size() - 2), elements.size())
                .forEach(element -> element.putObject("cache_control").put("type", "ephemeral"));
    }

    private ObjectNode body() {
        ObjectNode body = Json.TREES.createObjectNode();
        if (!one(4)) {
            body.put("model", one(9) ? "other" : "glm");
        }
        if (one(2)) {
            system(body);
        }
        if (one(5)) {
            body.put("user_key", "k");
        }
        ArrayNode history = body.putArray(dialect == Dialect.RESPONSES ? "input" : "messages");
        elements.forEach(element -> history.add(element.deepCopy()));
        if (!body.has("model")) {
            body.put("model", "glm");
        }
        if (one(2) && !body.has("system") && !body.has("instructions")) {
            system(body);
        }
        body.put("max_tokens", 100 + random.nextInt(3));
        body.put("temperature", new BigDecimal("0.10"));
        return body;
    }

    private void system(ObjectNode body) {
        switch (dialect) {
            case OPENAI_CHAT -> body.put("user", "u" + random.nextInt(2));
            case ANTHROPIC -> body.put("system", "Be brief " + random.nextInt(2));
            case RESPONSES -> body.put("instructions", "Be brief " + random.nextInt(2));
        }
    }

    private ObjectNode element() {
        ObjectNode element = Json.TREES.createObjectNode();
        switch (dialect) {
            case OPENAI_CHAT -> chat(element);
            case ANTHROPIC -> anthropic(element);
            case RESPONSES -> responses(element);
        }
        return element;
    }

    private void chat(ObjectNode element) {
        switch (random.nextInt(4)) {
            case 0 -> element.put("role", "user").put("content", text());
            case 1 ->
                element.put("role", "assistant")
                        .put("reasoning_content", text())
                        .put("content", text());
            case 2 ->
                element.put("role", "tool").put("tool_call_id", "call_" + made).put("content", text());
            default -> element.put("role", "system").put("content", text());
        }
    }

    private void anthropic(ObjectNode element) {
        boolean isUser = one(2);
        ArrayNode content = element.put("role", isUser ? "user" : "assistant").putArray("content");
        if (isUser && one(2)) {
            content.addObject()
                    .put("type", "tool_result")
                    .put("tool_use_id", "t" + made)
                    .put("content", text());
        }
        if (!isUser && one(2)) {
            content.addObject().put("type", "thinking").put("thinking", text()).put("signature", "s" + made);
        }
        content.addObject().put("type", "text").put("text", text());
    }

    private void responses(ObjectNode element) {
        switch (random.nextInt(4)) {
            case 0 -> element.put("role", "user").put("content", text());
            case 1 -> element.put("role", "assistant").put("content", text());
            case 2 ->
                element.put("type", "function_call")
                        .put("call_id", "c" + made)
                        .put("name", "f")
                        .put("arguments", "{}");
            default ->
                element.put("type", "function_call_output")
                        .put("call_id", "c" + made)
                        .put("output", text());
        }
    }

    private byte[] written(ObjectNode body) {
        try {
            return one(6)
                    ? Json.TREES.writerWithDefaultPrettyPrinter().writeValueAsBytes(body)
                    : body.toString().getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
