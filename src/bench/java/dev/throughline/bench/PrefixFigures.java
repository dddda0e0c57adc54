package dev.throughline.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatTemplate;
import dev.throughline.render.GlmVersion;
import dev.throughline.render.PrefixCause;
import dev.throughline.render.PrefixComparison;
import dev.throughline.render.PrefixMeasure;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.tokenizer.TestVocabularies;
import dev.throughline.render.tokenizer.Tokenizer;
import java.io.PrintStream;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

/// How much of a prompt a new question leaves in a prefix cache, in tokens of a vocabulary made here.
///
/// The conversation: a system prompt, tools and a question of 2,500 tokens together, then 30 steps of a
/// tool loop, each
/// with 200 tokens of reasoning, a call of 40 and a result of 690, an answer with 200 tokens of
/// reasoning, and a new
/// question.
final class PrefixFigures {
    static final int STEPS = 30;

    private static final LocalDateTime NOON = LocalDateTime.of(2026, 7, 10, 12, 0);
    private static final String LINE = "| %-8s | %-14s | %13s | %6s | %5s | %8s | %s |%n";
    private static final Tokenizer TOKENIZER = Tokenizer.read(TestVocabularies.glm());

    private PrefixFigures() {}

    /// What one template keeps.
    ///
    /// @param clears `clear_thinking`, where it is set
    /// @param share tokens of the prompt that stay, of 100
    record Figure(String version, Optional<Boolean> clears, PrefixComparison found) {
        int share() {
            return Math.round(100f * found.common() / Math.min(found.previous(), found.next()));
        }

        String cause() {
            return found.divergence()
                    .map(PrefixComparison.Divergence::cause)
                    .map(PrefixCause::name)
                    .orElse("");
        }
    }

    static List<Figure> all() {
        return GlmVersion.ALL.stream()
                .flatMap(version -> List.of(Optional.<Boolean>empty(), Optional.of(false)).stream()
                        .map(clears -> new Figure(
                                version.name(), clears, afterQuestion(ChatTemplate.parse(version.template()), clears))))
                .toList();
    }

    static void print(PrintStream out) {
        out.println("System prompt, tools and question of about 2,500 tokens, " + STEPS
                + " tool steps (200 reasoning, 40 call, 690 result), an answer, then a new question. In tokens.");
        out.printf(LINE, "template", "clear_thinking", "prompt tokens", "stay", "share", "computed", "why");
        for (Figure figure : all()) {
            out.printf(
                    LINE,
                    figure.version().replace("glm-", ""),
                    figure.clears().map(String::valueOf).orElse("not set"),
                    figure.found().next(),
                    figure.found().common(),
                    figure.share() + " %",
                    figure.found().wasted(),
                    figure.cause());
        }
    }

    private static PrefixComparison afterQuestion(ChatTemplate template, Optional<Boolean> clears) {
        ObjectNode before = toolLoop();
        clears.ifPresent(value -> before.put("clear_thinking", value));
        ObjectNode answer = before.objectNode().put("role", "assistant");
        answer.put("reasoning_content", words("so", 200)).put("content", words("done", 40));
        ObjectNode after = before.deepCopy();
        after.withArray("messages")
                .add(answer.deepCopy())
                .addObject()
                .put("role", "user")
                .put("content", "Next?");
        return PrefixComparison.of(
                PromptTurn.of(template, before, NOON),
                Optional.of(answer),
                PromptTurn.of(template, after, NOON),
                PrefixMeasure.tokens(TOKENIZER));
    }

    private static ObjectNode toolLoop() {
        ObjectNode context = new JsonMapper().createObjectNode().put("add_generation_prompt", true);
        context.putArray("tools")
                .addObject()
                .put("type", "function")
                .putObject("function")
                .put("name", "find")
                .put("description", words("tool", 850));
        ArrayNode messages = context.putArray("messages");
        messages.addObject().put("role", "system").put("content", words("rule", 1_150));
        messages.addObject().put("role", "user").put("content", words("ask", 100));
        for (int step = 0; step < STEPS; step++) {
            ObjectNode answer = messages.addObject().put("role", "assistant").put("content", "");
            answer.put("reasoning_content", words("because", 200));
            ObjectNode call = answer.putArray("tool_calls").addObject().put("id", "c" + step);
            call.putObject("function")
                    .put("name", "find")
                    .putObject("arguments")
                    .put("q", words("where", 40));
            messages.addObject()
                    .put("role", "tool")
                    .put("tool_call_id", "c" + step)
                    .put("content", words("found", 690));
        }
        return context;
    }

    /// Text of about so many tokens.
    private static String words(String word, int tokens) {
        int each = TOKENIZER.encode(" " + word).size();
        return (word + " ").repeat(Math.max(1, tokens / each)).strip();
    }
}
