package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;

/// Makes a prompt of a request as GLM's templates do.
final class ToyTemplate {
    private ToyTemplate() {}

    static String render(JsonNode body, Set<ToyBackendQuirk> quirks) {
        List<ToyTurn> turns = ToyTurn.of(body, quirks);
        int lastUser = -1;
        int lastAnswer = -1;
        for (int i = 0; i < turns.size(); i++) {
            lastUser = turns.get(i).is("user") ? i : lastUser;
            lastAnswer = turns.get(i).is("assistant") ? i : lastAnswer;
        }
        var prompt = new StringBuilder("[gMASK]<sop><|system|># Tools\n");
        for (int i = 0; i < turns.size(); i++) {
            boolean isKept = i > lastUser ? keepsInLoop(quirks) : keepsBefore(body, quirks);
            boolean isLeftOut = quirks.contains(ToyBackendQuirk.KEEPS_LAST) && i != lastAnswer;
            turn(turns.get(i), isKept && !isLeftOut, quirks, prompt);
        }
        return prompt.append(isThinking(body) ? "<|assistant|><think>" : "<|assistant|></think>")
                .toString();
    }

    /// A toy tokenizer: words and markers.
    static List<String> tokens(String prompt) {
        return List.of(prompt.split("(?= )|(?=<)|(?<=>)"));
    }

    static boolean isThinking(JsonNode body) {
        return body.at("/chat_template_kwargs/enable_thinking").asBoolean(true);
    }

    private static void turn(ToyTurn turn, boolean isKept, Set<ToyBackendQuirk> quirks, StringBuilder prompt) {
        prompt.append("<|")
                .append(turn.is("tool") ? "observation" : turn.role())
                .append("|>");
        if (turn.is("assistant")) {
            String trimmed =
                    quirks.contains(ToyBackendQuirk.TRIMS) ? turn.reasoning().strip() : turn.reasoning();
            String reasoning = quirks.contains(ToyBackendQuirk.COLLAPSES) ? trimmed.replaceAll("\\s+", " ") : trimmed;
            String kept = quirks.contains(ToyBackendQuirk.CUTS_HISTORY)
                    ? reasoning.substring(0, reasoning.length() / 2)
                    : reasoning;
            String shown = isKept && !kept.isEmpty() ? "<think>" + kept + "</think>" : "</think>";
            prompt.append(
                    quirks.contains(ToyBackendQuirk.PRINTS_BEHIND)
                            ? turn.text().strip() + shown
                            : shown + turn.text().strip());
            return;
        }
        prompt.append(turn.text().strip());
    }

    private static boolean keepsInLoop(Set<ToyBackendQuirk> quirks) {
        return !quirks.contains(ToyBackendQuirk.DROPS_HISTORY) && !quirks.contains(ToyBackendQuirk.DROPS_WITHIN_TURN);
    }

    private static boolean keepsBefore(JsonNode body, Set<ToyBackendQuirk> quirks) {
        if (quirks.contains(ToyBackendQuirk.DROPS_HISTORY) || quirks.contains(ToyBackendQuirk.DROPS_ACROSS_TURNS)) {
            return false;
        }
        String where = quirks.contains(ToyBackendQuirk.HOSTED_SWITCH) ? "/thinking" : "/chat_template_kwargs";
        boolean isCleared =
                body.at(where + "/clear_thinking").asBoolean(quirks.contains(ToyBackendQuirk.CLEARS_BY_DEFAULT));
        return quirks.contains(ToyBackendQuirk.IGNORES_CLEAR_THINKING) || !isCleared;
    }
}
