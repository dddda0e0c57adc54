package dev.throughline.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes a client's history as the messages of a request, with the locations that its dialect gives them.
final class GeneratedHistory {
    /// Messages at the end of a request that clients mark.
    private static final int MARKED = 2;

    private final Dialect dialect;
    private final List<Message> messages = new ArrayList<>();
    private int items;

    GeneratedHistory(Dialect dialect) {
        this.dialect = dialect;
    }

    /// A message of a history, before it has a place in a request.
    sealed interface Entry {
        /// @param role of a text that no answer contains
        record Said(Role role, String text) implements Entry {}

        /// Sent with a marker for the provider's cache while it is among the last messages, and without afterwards.
        record Document(String data) implements Entry {}

        record Result(String call, String text) implements Entry {}

        /// What a client has of an answer.
        /// @param thought empty for none
        /// @param isSwapped whether its text precedes its reasoning
        record Answer(String thought, Optional<String> proof, String text, List<String> calls, boolean isSwapped)
                implements Entry {
            Answer thinking(String other) {
                return new Answer(other, proof, text, calls, isSwapped);
            }

            Answer proven(Optional<String> other) {
                return new Answer(thought, other, text, calls, isSwapped);
            }

            Answer saying(String other) {
                return new Answer(thought, proof, other, calls, isSwapped);
            }

            Answer calling(List<String> others) {
                return new Answer(thought, proof, text, others, isSwapped);
            }

            Answer swapped() {
                return new Answer(thought, proof, text, calls, true);
            }
        }
    }

    static List<Message> of(Dialect dialect, List<Entry> entries) {
        var history = new GeneratedHistory(dialect);
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof Entry.Document document) {
                history.document(document, i >= entries.size() - MARKED);
            } else {
                history.add(entries.get(i));
            }
        }
        return history.messages;
    }

    private String next() {
        return (dialect == Dialect.RESPONSES ? "/input/" : "/messages/") + items++;
    }

    private void add(Entry entry) {
        switch (entry) {
            case Entry.Said(Role role, String text) -> {
                String path = next();
                messages.add(new Message(path, role, List.of(new Part.Text(path + "/content", text))));
            }
            case Entry.Document document -> document(document, false);
            case Entry.Result(String call, String text) -> {
                String path = next();
                messages.add(new Message(path, Role.TOOL, List.of(new Part.ToolResult(path, call, text, false))));
            }
            case Entry.Answer answer -> answer(answer);
        }
    }

    private void document(Entry.Document document, boolean isMarked) {
        String path = next();
        ObjectNode value =
                JsonNodeFactory.instance.objectNode().put("type", "document").put("data", document.data());
        if (isMarked) {
            value.putObject("cache_control").put("type", "ephemeral");
        }
        messages.add(new Message(
                path,
                Role.USER,
                List.of(new Part.Text(path + "/content/0", "read this"), new Part.Other(path + "/content/1", value))));
    }

    private void answer(Entry.Answer answer) {
        List<Part> parts = new ArrayList<>();
        String whole = dialect == Dialect.RESPONSES ? "" : next();
        if (answer.isSwapped()) {
            text(answer, whole, parts);
        }
        thought(answer, whole, parts);
        if (!answer.isSwapped()) {
            text(answer, whole, parts);
        }
        for (String call : answer.calls()) {
            String path = place(whole, parts);
            parts.add(new Part.ToolCall(path, call, "bash", "{\"command\":\"" + call + "\"}"));
        }
        if (!parts.isEmpty()) {
            String path = whole.isEmpty() ? item(parts.getFirst().path()) : whole;
            messages.add(new Message(path, Role.ASSISTANT, parts));
        }
    }

    private static String item(String path) {
        int end = path.indexOf('/', "/input/".length());
        return end < 0 ? path : path.substring(0, end);
    }

    private String place(String whole, List<Part> parts) {
        return whole.isEmpty() ? next() : whole + "/content/" + parts.size();
    }

    private void text(Entry.Answer answer, String whole, List<Part> parts) {
        if (!answer.text().isEmpty()) {
            parts.add(new Part.Text(place(whole, parts) + "/text", answer.text()));
        }
    }

    private void thought(Entry.Answer answer, String whole, List<Part> parts) {
        if (answer.thought().isEmpty() && answer.proof().isEmpty()) {
            return;
        }
        String path = dialect == Dialect.OPENAI_CHAT ? whole : place(whole, parts);
        switch (dialect) {
            case OPENAI_CHAT ->
                parts.add(new Part.Reasoning(
                        path + "/reasoning_content", "reasoning_content", answer.thought(), Optional.empty()));
            case ANTHROPIC ->
                parts.add(new Part.Reasoning(path + "/thinking", "thinking", answer.thought(), answer.proof()));
            case RESPONSES -> {
                parts.add(new Part.Reasoning(path + "/content/0/text", "content", answer.thought(), Optional.empty()));
                answer.proof()
                        .ifPresent(proof -> parts.add(new Part.Reasoning(
                                path + "/encrypted_content", "encrypted_content", proof, Optional.empty())));
            }
        }
    }
}
