package dev.throughline.wire.chat;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Divides answers that thought between calls into their steps, each with its results: `[think, call, think, call]` and
/// two results become think, call, result, think, call, result.
///
/// Only what its provider proves is divided: an answer without a proof is a chat server's, in one message. An answer is
/// also left whole if a result of it is missing or is beside something else, and if its own backend gets its reasoning
/// back as details.
final class InterleavedSteps {
    private InterleavedSteps() {}

    /// @param detailed paths of the messages that get details
    static List<Message> of(List<Message> messages, Set<String> detailed) {
        List<Message> divided = new ArrayList<>(messages.size());
        for (int i = 0; i < messages.size(); i++) {
            Message answer = messages.get(i);
            List<List<Part>> steps = isProven(answer) && !detailed.contains(answer.path()) ? steps(answer) : List.of();
            Map<String, List<Part>> results =
                    steps.size() > 1 && i + 1 < messages.size() ? results(messages.get(i + 1)) : Map.of();
            if (isAnswered(steps, results)) {
                divided.addAll(divided(answer, steps, messages.get(++i), results));
            } else {
                divided.add(answer);
            }
        }
        return divided;
    }

    private static boolean isProven(Message message) {
        return message.role() == Role.ASSISTANT
                && message.parts().stream()
                        .anyMatch(part -> part instanceof Part.RedactedReasoning
                                || part instanceof Part.Reasoning reasoning
                                        && (reasoning.field().equals("encrypted_content")
                                                || reasoning.signature().isPresent()));
    }

    /// Each begins with reasoning that follows a call.
    private static List<List<Part>> steps(Message answer) {
        List<List<Part>> steps = new ArrayList<>();
        boolean hasCall = true;
        for (Part part : answer.parts()) {
            boolean isThought = part instanceof Part.Reasoning reasoning
                    && !reasoning.text().isEmpty();
            if (hasCall && (isThought || steps.isEmpty())) {
                steps.add(new ArrayList<>());
                hasCall = false;
            }
            steps.getLast().add(part);
            hasCall |= part instanceof Part.ToolCall;
        }
        return steps;
    }

    /// The results with what belongs to them, by the ids of their calls; empty if there is anything else.
    private static Map<String, List<Part>> results(Message message) {
        Map<String, List<Part>> results = new HashMap<>();
        List<Part> open = List.of();
        for (Part part : message.role() == Role.TOOL ? message.parts() : List.<Part>of()) {
            if (part instanceof Part.ToolResult result) {
                open = new ArrayList<>();
                results.put(result.callId(), open);
            } else if (part instanceof Part.Text || results.isEmpty()) {
                return Map.of();
            }
            open.add(part);
        }
        return results;
    }

    private static boolean isAnswered(List<List<Part>> steps, Map<String, List<Part>> results) {
        List<Part.ToolCall> calls = calls(steps.stream().flatMap(List::stream).toList());
        return !calls.isEmpty()
                && results.size() == calls.size()
                && calls.stream().allMatch(call -> results.containsKey(call.id()));
    }

    private static List<Part.ToolCall> calls(List<Part> parts) {
        List<Part.ToolCall> calls = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.ToolCall call) {
                calls.add(call);
            }
        }
        return calls;
    }

    private static List<Message> divided(
            Message answer, List<List<Part>> steps, Message answered, Map<String, List<Part>> results) {
        List<Message> divided = new ArrayList<>();
        for (List<Part> step : steps) {
            divided.add(new Message(answer.path(), Role.ASSISTANT, step));
            List<Part> answers = new ArrayList<>();
            for (Part.ToolCall call : calls(step)) {
                answers.addAll(results.getOrDefault(call.id(), List.of()));
            }
            if (!answers.isEmpty()) {
                divided.add(new Message(answered.path(), Role.TOOL, answers));
            }
        }
        return divided;
    }
}
