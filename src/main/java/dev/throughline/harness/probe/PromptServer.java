package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Queries a running llama.cpp or vLLM server for its chat template and for rendered prompts.
///
/// Only the given address is contacted; redirects are not followed; responses are limited to 16 MiB and 30 seconds.
public final class PromptServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<String> SPECIAL_TOKENS = List.of("bos_token", "eos_token");
    private static final String MESSAGES = "messages";

    private final ProbedServer probedServer;
    private final URI url;

    /// @param url its address, http or https, with or without the version segment at its end
    public PromptServer(URI url) {
        this(url, PATIENCE);
    }

    PromptServer(URI url, Duration patience) {
        this.url = url;
        this.probedServer = new ProbedServer(new BackendTarget(
                url, Optional.empty(), Optional.empty(), Optional.empty(), BackendTarget.FEWEST_TURNS, patience));
    }

    /// A server's description of its model.
    ///
    /// @param template its chat template; empty for a server that does not disclose it, such as vLLM
    /// @param specialTokens values of variables such as `bos_token`
    /// @param modelFile the path from which the server has loaded its model; possibly on another machine
    /// @param model the server's name for the model; empty if it does not report one
    public record ServedModel(
            Optional<String> template, Map<String, String> specialTokens, Optional<Path> modelFile, String model) {}

    /// The prompt that a server creates from a request.
    ///
    /// @param ids empty if the server does not report them
    public record ServedPrompt(String text, Optional<int[]> ids) {}

    /// @throws HarnessException with a readable message, if the server cannot be reached or is of another kind
    public ServedModel model() {
        ServerReply.Answered props = answered(probedServer.getOwn("props"), "/props");
        Optional<JsonNode> shown =
                props.isGood() ? props.json().filter(body -> body.has("chat_template")) : Optional.empty();
        if (shown.isPresent()) {
            Map<String, String> tokens = new HashMap<>();
            for (String name : SPECIAL_TOKENS) {
                if (shown.get().path(name).isTextual()) {
                    tokens.put(name, shown.get().path(name).textValue());
                }
            }
            return new ServedModel(
                    Optional.of(shown.get().path("chat_template").asText()),
                    tokens,
                    Optional.of(shown.get().path("model_path").asText())
                            .filter(path -> !path.isBlank())
                            .map(Path::of),
                    shown.get().path("model_alias").asText());
        }
        ServerReply.Answered models = answered(probedServer.get("models"), "/v1/models");
        JsonNode list = good(models, "/v1/models").path("data");
        return new ServedModel(
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                list.path(0).path("id").asText());
    }

    /// The prompt of a chat request.
    ///
    /// @param served the server's description of itself
    /// @throws HarnessException if the server does not report it
    public ServedPrompt prompt(ObjectNode request, ServedModel served) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        for (String field :
                List.of(MESSAGES, "tools", "tool_choice", "chat_template_kwargs", "add_generation_prompt")) {
            if (request.has(field)) {
                asked.set(field, request.get(field));
            }
        }
        return served.template().isPresent() ? ofLlama(asked) : ofVllm(asked, served.model());
    }

    private ServedPrompt ofLlama(ObjectNode asked) {
        String text = text(probedServer.askOwn("apply-template", asked), "/apply-template", "prompt");
        ObjectNode content = JsonNodeFactory.instance
                .objectNode()
                .put("content", text)
                .put("add_special", false)
                .put("parse_special", true);
        ServerReply.Answered tokens = answered(probedServer.askOwn("tokenize", content), "/tokenize");
        return new ServedPrompt(text, ids(tokens.isGood() ? tokens.json() : Optional.empty()));
    }

    private ServedPrompt ofVllm(ObjectNode asked, String model) {
        asked.put("model", model);
        if (!asked.has("add_generation_prompt")) {
            asked.put("add_generation_prompt", true);
        }
        asked.put("return_token_strs", true);
        JsonNode tokens = good(answered(probedServer.askOwn("tokenize", asked), "/tokenize"), "/tokenize");
        int[] ids = ids(Optional.of(tokens)).orElseThrow(() -> noAnswer("/tokenize", "it has no tokens"));
        ObjectNode back = JsonNodeFactory.instance.objectNode().put("model", model);
        ArrayNode list = back.putArray("tokens");
        IntStream.of(ids).forEach(list::add);
        return new ServedPrompt(
                text(probedServer.askOwn("detokenize", back), "/detokenize", "prompt"), Optional.of(ids));
    }

    private static Optional<int[]> ids(Optional<JsonNode> body) {
        JsonNode tokens = body.map(found -> found.path("tokens")).orElse(JsonNodeFactory.instance.missingNode());
        int[] ids = IntStream.range(0, tokens.size())
                .map(index -> tokens.get(index).asInt(-1))
                .toArray();
        return tokens.isArray() && IntStream.of(ids).noneMatch(id -> id < 0) ? Optional.of(ids) : Optional.empty();
    }

    private String text(ServerReply serverReply, String path, String field) {
        JsonNode found = good(answered(serverReply, path), path).path(field);
        if (!found.isTextual()) {
            throw noAnswer(path, "it has no " + field);
        }
        return found.textValue();
    }

    private ServerReply.Answered answered(ServerReply serverReply, String path) {
        return switch (serverReply) {
            case ServerReply.Answered answer -> answer;
            case ServerReply.Unanswered(ServerReply.Cause _, String reason) ->
                throw new HarnessException(url + " did not answer " + path + ": " + reason);
        };
    }

    private JsonNode good(ServerReply.Answered answer, String path) {
        if (!answer.isGood()) {
            throw noAnswer(path, "it answered " + answer.summary());
        }
        return answer.json().orElseThrow(() -> noAnswer(path, "its answer is not a JSON object"));
    }

    private HarnessException noAnswer(String path, String what) {
        return new HarnessException(url + path + ": " + what + "; expected a running llama.cpp or vLLM server");
    }

    @Override
    public void close() {
        probedServer.close();
    }
}
