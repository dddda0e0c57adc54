package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.Rendering;
import dev.throughline.render.jinja.Origin;
import dev.throughline.render.prefix.PromptTurn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Reads a prompt piece by piece, in order, with the reasoning that the template omitted where it would have been.
public final class PromptPieces {
    /// The fields of a conversation, in the order of the legend.
    public static final List<String> LEGEND =
            List.of("system", "user", "reasoning", "answer", "call", "result", "tools", "scaffold", "frame");

    private final ObjectNode context;
    private final Rendering prompt;
    private final PromptFields fields;
    private final Consumer<PromptPiece> to;

    private PromptPieces(PromptTurn turn, Consumer<PromptPiece> to) {
        this.context = turn.context();
        this.prompt = turn.prompt();
        this.fields = new PromptFields(context);
        this.to = to;
    }

    /// @param to receives each piece
    public static void read(PromptTurn turn, Consumer<PromptPiece> to) {
        new PromptPieces(turn, to).read();
    }

    private void read() {
        Set<Integer> shown = messagesWithReasoning();
        Set<Integer> passed = new HashSet<>();
        for (PromptSpan span : prompt.spans()) {
            int message = span.origin().message();
            boolean isFirst = message >= 0 && span.origin() instanceof Origin.Content && passed.add(message);
            if (isFirst && !shown.contains(message)) {
                omitted(span.from(), message);
            }
            to.accept(new PromptPiece(
                    span.from(),
                    prompt.text().substring(span.from(), span.to()),
                    fields.of(span.origin()),
                    title(span.origin()),
                    message,
                    false));
        }
    }

    private void omitted(int at, int message) {
        for (String name : PromptFields.REASONING) {
            String pointer = "/messages/" + message + "/" + name;
            JsonNode value = context.at(pointer);
            if (value.isTextual() && !value.textValue().isBlank()) {
                to.accept(new PromptPiece(at, value.textValue(), "reasoning", pointer, message, true));
                return;
            }
        }
    }

    private Set<Integer> messagesWithReasoning() {
        Set<Integer> found = new HashSet<>();
        for (PromptSpan span : prompt.spans()) {
            if (fields.of(span.origin()).equals("reasoning")) {
                found.add(span.origin().message());
            }
        }
        return found;
    }

    private static String title(Origin origin) {
        return switch (origin) {
            case Origin.Frame _ -> "template";
            case Origin.Scaffold scaffold -> "template, for message " + scaffold.message();
            case Origin.Content content -> content.pointer().toString();
        };
    }
}
