package dev.throughline.run.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.render.CallArguments;
import dev.throughline.render.ChatForm;
import dev.throughline.render.ChatInput;
import dev.throughline.wire.Adaptation;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.anthropic.AnthropicCodec;
import dev.throughline.wire.chat.ChatBackendCodec;
import dev.throughline.wire.chat.ChatCodec;
import dev.throughline.wire.responses.ResponsesCodec;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A recorded request as a chat template sees it: as a server of the chat dialect passes it on.
///
/// @param model the name that the request asks for
/// @param input what the template is given: `messages` with parsed arguments, `tools`, the options of
///     `chat_template_kwargs`, and `add_generation_prompt`
public record RecordedRequest(String model, ChatInput input) {
    private static final List<DialectCodec> CODECS =
            List.of(new ChatCodec(), new AnthropicCodec(), new ResponsesCodec());
    private static final ChatBackendCodec CHAT = new ChatBackendCodec();
    private static final List<String> ENDS = List.of("add_generation_prompt", "continue_final_message");
    private static final List<String> NAMES = List.of(
            ReasoningField.REASONING_CONTENT.id(), ReasoningField.REASONING.id(), ReasoningField.REASONING_TEXT.id());

    /// Reads the body of a request.
    ///
    /// @throws WireException if it is no request of this dialect, continues a conversation that it does not
    ///     carry, or has arguments that are no JSON
    public static RecordedRequest read(Dialect dialect, byte[] body, ChatForm form) throws WireException {
        Carried carried = carried(dialect, body, form);
        if (carried.continuesHeld()) {
            throw WireException.invalid(
                    "", "The request continues an answer that the server holds, so it does not carry its history.");
        }
        return carried.request();
    }

    /// The content of a request without a stored history.
    ///
    /// @param continuesHeld whether it continues an answer that the server holds: its messages are only the
    ///     new ones
    public record Carried(RecordedRequest request, boolean continuesHeld) {}

    /// Reads the body of a request that need not carry its whole history.
    ///
    /// @throws WireException if it is not a request of this dialect, or has arguments that are not JSON
    public static Carried carried(Dialect dialect, byte[] body, ChatForm form) throws WireException {
        Conversation request = codec(dialect).decode(StrictJson.parse(body));
        ObjectNode chat = dialect == Dialect.OPENAI_CHAT ? request.body().deepCopy() : translated(request);
        ObjectNode context = StrictJson.MAPPER.createObjectNode();
        chat.path("messages").forEach(RecordedRequest::nameReasoning);
        context.set("messages", chat.path("messages"));
        if (!chat.path("tools").isEmpty()) {
            context.set("tools", chat.path("tools"));
        }
        for (var option : chat.path("chat_template_kwargs").properties()) {
            context.set(option.getKey(), option.getValue());
        }
        JsonNode effort = chat.path("reasoning_effort");
        if (effort.isTextual() && !context.has("reasoning_effort")) {
            context.set("reasoning_effort", effort);
        }
        for (String field : ENDS) {
            if (chat.has(field)) {
                context.set(field, chat.get(field));
            }
        }
        Optional<String> wrong = CallArguments.parse(context);
        if (wrong.isPresent()) {
            throw WireException.invalid(wrong.get(), "The arguments of a call are not a JSON object.");
        }
        return new Carried(
                new RecordedRequest(request.model(), ChatInput.of(context, form)),
                request.previousResponse().isPresent());
    }

    /// Puts reasoning in a field that servers read, as the proxy does before it sends a request on, if the client used
    /// another one or left one empty beside it.
    static void nameReasoning(JsonNode node) {
        if (!(node instanceof ObjectNode message)
                || !message.path("role").asText().equals("assistant")) {
            return;
        }
        Optional<String> written = NAMES.stream()
                .map(name -> message.path(name).asText(""))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .or(() -> detailed(message));
        if (written.isPresent()
                && ChatForm.REASONING_FIELDS.stream()
                        .map(message::path)
                        .noneMatch(value -> value.asText().equals(written.get()))) {
            message.put(ReasoningField.REASONING_CONTENT.id(), written.get());
        }
        if (written.isPresent()) {
            NAMES.stream()
                    .filter(name -> message.path(name).isTextual()
                            && message.path(name).asText().isEmpty())
                    .forEach(message::remove);
        }
    }

    private static Optional<String> detailed(ObjectNode message) {
        var text = new StringBuilder();
        for (JsonNode detail : message.path(ReasoningField.REASONING_DETAILS.id())) {
            text.append(detail.path("text").asText(""))
                    .append(detail.path("summary").asText(""));
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text.toString());
    }

    private static ObjectNode translated(Conversation request) {
        var asServersGetIt =
                new Adaptation(HistoryField.REASONING_CONTENT, StrictJson.MAPPER.createObjectNode(), true, Set.of());
        return CHAT.translate(request, asServersGetIt);
    }

    private static DialectCodec codec(Dialect dialect) {
        return CODECS.stream()
                .filter(codec -> codec.dialect() == dialect)
                .findFirst()
                .orElseThrow();
    }
}
