package dev.throughline.conversation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// One request, independent of its dialect.
///
/// @param dialect the protocol of the request
/// @param messages the history, system texts first if the dialect keeps them separate
/// @param maxTokens the limit for the answer, if any
/// @param previousResponse id of a stored answer that this request continues (Responses
///     `previous_response_id`, Anthropic `thread`)
/// @param body the request as received, for fields that are not represented above; must not be modified
public record Conversation(
        Dialect dialect,
        String model,
        List<Message> messages,
        List<Tool> tools,
        ToolChoice toolChoice,
        boolean stream,
        boolean includeUsage,
        OptionalInt maxTokens,
        Optional<String> previousResponse,
        ObjectNode body) {
    public Conversation {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }

    /// The same request with another history.
    public Conversation withMessages(List<Message> others) {
        return new Conversation(
                dialect, model, others, tools, toolChoice, stream, includeUsage, maxTokens, previousResponse, body);
    }

    /// The same request as one that continues a stored answer.
    public Conversation continuing(Optional<String> answer) {
        return new Conversation(
                dialect, model, messages, tools, toolChoice, stream, includeUsage, maxTokens, answer, body);
    }

    /// The same request with another body.
    public Conversation withBody(ObjectNode other) {
        return new Conversation(
                dialect, model, messages, tools, toolChoice, stream, includeUsage, maxTokens, previousResponse, other);
    }

    /// The same request with other tools.
    public Conversation withTools(List<Tool> others) {
        return new Conversation(
                dialect, model, messages, others, toolChoice, stream, includeUsage, maxTokens, previousResponse, body);
    }

    /// The same request for a model by another name, which is also replaced in its body.
    public Conversation withModel(String name) {
        ObjectNode renamed = body.objectNode();
        renamed.setAll(body);
        renamed.put("model", name);
        return new Conversation(
                dialect, name, messages, tools, toolChoice, stream, includeUsage, maxTokens, previousResponse, renamed);
    }

    /// Whether a tool's result came after the last message of the user: the model continues in the same turn.
    /// Codex 0.58 (chat) sends the text that was beside a call behind the result.
    public boolean isToolLoop() {
        return toolResults() > 0;
    }

    /// Number of messages with tool results since the last message of a user.
    public int toolResults() {
        return (int) messages.reversed().stream()
                .filter(message -> message.role() == Role.TOOL || message.role() == Role.USER)
                .takeWhile(message -> message.role() == Role.TOOL || message.isTaggedToolResult())
                .count();
    }
}
