package dev.throughline.trace.match;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.TraceToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A parsed request: every part with its location, and indices over tokens, calls and results.
public final class RequestIndex {
    private final Conversation request;
    private final List<Spot> spots = new ArrayList<>();
    private final Map<String, List<Spot>> byToken = new HashMap<>();
    private final Map<String, List<Spot>> callsById = new HashMap<>();
    private final Map<String, List<Spot>> resultsById = new HashMap<>();
    private final Map<Integer, List<Spot>> byMessage = new HashMap<>();
    private final ComparisonBudget budget = new ComparisonBudget();

    public RequestIndex(Conversation request) {
        this.request = request;
        for (int i = 0; i < request.messages().size(); i++) {
            Message message = request.messages().get(i);
            for (int j = 0; j < message.parts().size(); j++) {
                index(new Spot(i, j, message.role(), message.parts().get(j)));
            }
        }
    }

    /// The pointer of the item that a part belongs to: its first two steps.
    public static String item(String path) {
        int second = path.indexOf('/', 1);
        int third = second < 0 ? -1 : path.indexOf('/', second + 1);
        return third < 0 ? path : path.substring(0, third);
    }

    /// One part and its location.
    public record Spot(int message, int place, Role role, Part part) {
        public boolean isAssistant() {
            return role == Role.ASSISTANT;
        }
    }

    public Conversation request() {
        return request;
    }

    /// The budget for comparing the request's parts with earlier answers.
    public ComparisonBudget budget() {
        return budget;
    }

    public Map<String, List<Spot>> byToken() {
        return byToken;
    }

    public List<Spot> withToken(String token) {
        return byToken.getOrDefault(token, List.of());
    }

    public List<Spot> calls(String id) {
        return callsById.getOrDefault(id, List.of());
    }

    public List<Spot> results(String id) {
        return resultsById.getOrDefault(id, List.of());
    }

    public Map<String, List<Spot>> callsById() {
        return callsById;
    }

    public Map<String, List<Spot>> resultsById() {
        return resultsById;
    }

    /// The parts of these messages.
    public List<Spot> of(Iterable<Integer> messages) {
        List<Spot> found = new ArrayList<>();
        messages.forEach(message -> found.addAll(byMessage.getOrDefault(message, List.of())));
        return found;
    }

    /// Whether a user message follows the last answer, so that a new turn begins.
    public boolean beginsTurn() {
        List<Message> messages = request.messages();
        for (int i = messages.size() - 1; i >= 0; i--) {
            switch (messages.get(i).role()) {
                case ASSISTANT, TOOL -> {
                    return false;
                }
                case USER -> {
                    if (UserTurnDetector.isReal(messages.get(i))) {
                        return true;
                    }
                }
                case SYSTEM -> {}
            }
        }
        return false;
    }

    /// The text of a part that may contain a token; empty for a part without text.
    public static Optional<String> text(Part part) {
        return switch (part) {
            case Part.Reasoning reasoning -> Optional.of(reasoning.text());
            case Part.RedactedReasoning redacted -> Optional.of(redacted.data());
            case Part.Text visible -> Optional.of(visible.text());
            case Part.ToolCall call -> Optional.of(call.arguments());
            case Part.ToolResult result -> Optional.of(result.text());
            case Part.Reference _, Part.Image _ -> Optional.empty();
            case Part.Other other -> Optional.of(other.value().toString());
        };
    }

    private void index(Spot spot) {
        spots.add(spot);
        byMessage.computeIfAbsent(spot.message(), any -> new ArrayList<>()).add(spot);
        String text = text(spot.part()).orElse("");
        budget.grow(text.length());
        TraceToken.textsIn(text)
                .forEach(token ->
                        byToken.computeIfAbsent(token, any -> new ArrayList<>()).add(spot));
        switch (spot.part()) {
            case Part.ToolCall call ->
                callsById.computeIfAbsent(call.id(), any -> new ArrayList<>()).add(spot);
            case Part.ToolResult result ->
                resultsById
                        .computeIfAbsent(result.callId(), any -> new ArrayList<>())
                        .add(spot);
            case Part.Reasoning _,
                    Part.RedactedReasoning _,
                    Part.Text _,
                    Part.Reference _,
                    Part.Image _,
                    Part.Other _ -> {}
        }
    }
}
