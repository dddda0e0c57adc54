package dev.throughline.trace.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.PrefixPart;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a prefix cache depends on: the system's texts at the beginning, the tools, the options, what users and tools
/// said.
record PlainPrefix(Conversation request) {
    private static final List<String> OPTIONS = List.of("clear_thinking", "thinking", "reasoning_effort", "reasoning");

    /// What differs; empty if the request is shorter.
    Optional<Set<PrefixPart>> changedSince(PlainPrefix earlier) {
        List<String> said = said();
        List<String> before = earlier.said();
        if (said.size() < before.size()) {
            return Optional.empty();
        }
        Set<PrefixPart> changed = EnumSet.noneOf(PrefixPart.class);
        if (!head().stream()
                .map(Message::text)
                .toList()
                .equals(earlier.head().stream().map(Message::text).toList())) {
            changed.add(PrefixPart.SYSTEM);
        }
        if (!request.tools().equals(earlier.request.tools())) {
            changed.add(PrefixPart.TOOLS);
        }
        if (!options().equals(earlier.options())) {
            changed.add(PrefixPart.OPTIONS);
        }
        if (!said.subList(0, before.size()).equals(before)) {
            changed.add(PrefixPart.HISTORY);
        }
        return Optional.of(changed);
    }

    private List<Message> head() {
        return request.messages().stream()
                .takeWhile(message -> message.role() == Role.SYSTEM)
                .toList();
    }

    private List<JsonNode> options() {
        return OPTIONS.stream().map(request.body()::path).toList();
    }

    private List<String> said() {
        List<String> said = new ArrayList<>();
        List<Message> behind =
                request.messages().subList(head().size(), request.messages().size());
        for (Message message : behind) {
            if (message.role() != Role.ASSISTANT) {
                message.parts().stream()
                        .map(PlainPrefix::text)
                        .filter(text -> !text.isEmpty())
                        .map(text -> message.role() + " " + text)
                        .forEach(said::add);
            }
        }
        return said;
    }

    /// Without the marker for a provider's cache.
    private static String text(Part part) {
        return switch (part) {
            case Part.Text text -> text.text();
            case Part.ToolResult result -> "result " + result.markedText();
            case Part.Image image -> unmarked(image.value());
            case Part.Other other -> unmarked(other.value());
            case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.Reference _ -> "";
        };
    }

    private static String unmarked(JsonNode value) {
        ObjectNode copy = value.deepCopy();
        copy.remove("cache_control");
        return copy.toString();
    }
}
