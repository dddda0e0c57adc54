package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Collects the pieces of one answer.
final class AnswerCollector {
    private final Map<String, StringBuilder> reasoning = new LinkedHashMap<>();
    private final StringBuilder signature = new StringBuilder();
    private final StringBuilder content = new StringBuilder();
    private final Map<Integer, Pending> calls = new TreeMap<>();
    private final List<String> finishes = new ArrayList<>();
    private boolean hasUsage;
    private boolean isEnded;
    private Optional<String> failure = Optional.empty();

    private static final class Pending {
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();
    }

    void reasoning(String field, String text) {
        if (!text.isEmpty()) {
            reasoning.computeIfAbsent(field, name -> new StringBuilder()).append(text);
        }
    }

    void signature(String text) {
        signature.append(text);
    }

    void content(String text) {
        content.append(text);
    }

    void call(int index, String id, String name) {
        Pending call = calls.computeIfAbsent(index, at -> new Pending());
        call.id = id.isEmpty() ? call.id : id;
        call.name = name.isEmpty() ? call.name : name;
    }

    void arguments(int index, String text) {
        calls.computeIfAbsent(index, at -> new Pending()).arguments.append(text);
    }

    boolean hasArguments(int index) {
        Pending call = calls.get(index);
        return call != null && !call.arguments.isEmpty();
    }

    boolean hasCalls() {
        return !calls.isEmpty();
    }

    void finish(JsonNode reason) {
        if (reason.isTextual()) {
            finish(reason.asText());
        }
    }

    /// Takes a finish reason in the terms of any dialect.
    void finish(String reason) {
        finishes.add(
                switch (reason) {
                    case "tool_use", "function_call" -> ProbeAnswer.CALLS;
                    case "max_tokens", "max_output_tokens" -> ProbeAnswer.LENGTH;
                    case "end_turn", "stop_sequence" -> "stop";
                    default -> reason;
                });
    }

    void usage(JsonNode usage) {
        hasUsage |= usage.isObject() && !usage.isEmpty();
    }

    void end() {
        isEnded = true;
    }

    void failure(String message) {
        failure = failure.or(() -> Optional.of(message));
    }

    ProbeAnswer probeAnswer() {
        Map<String, String> thoughts = new LinkedHashMap<>();
        reasoning.forEach((field, text) -> thoughts.put(field, text.toString()));
        thoughts.values().removeIf(String::isBlank);
        List<ProbeTurn.Call> made = calls.values().stream()
                .map(call -> new ProbeTurn.Call(call.id, call.name, call.arguments.toString()))
                .toList();
        return new ProbeAnswer(
                thoughts, signature.toString(), content.toString(), made, finishes, hasUsage, isEnded, failure);
    }
}
