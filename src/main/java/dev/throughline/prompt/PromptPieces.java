package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ControlTokens;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.PromptTurn;
import dev.throughline.render.Rendering;
import dev.throughline.render.jinja.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
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
    private final List<ControlTokens.Spelled> spelled;
    private int next;
    private final Consumer<PromptPiece> to;

    private PromptPieces(PromptTurn turn, Consumer<PromptPiece> to) {
        this.context = turn.context();
        this.prompt = turn.prompt();
        this.fields = new PromptFields(context);
        this.spelled = ControlTokens.of(turn.template(), Optional.empty()).in(prompt);
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
            cut(span);
        }
    }

    /// The pieces of a span: text, and control tokens that it spells. The first may have begun in the span before.
    private void cut(PromptSpan span) {
        int at = span.from();
        while (at < span.to()) {
            while (next < spelled.size() && spelled.get(next).to() <= at) {
                next++;
            }
            boolean isKnown = next < spelled.size() && spelled.get(next).from() < span.to();
            boolean isSpelled = isKnown && spelled.get(next).from() <= at;
            int end = !isKnown
                    ? span.to()
                    : isSpelled
                            ? Math.min(span.to(), spelled.get(next).to())
                            : spelled.get(next).from();
            String title = title(span.origin());
            to.accept(new PromptPiece(
                    at,
                    prompt.text().substring(at, end),
                    fields.of(span.origin()),
                    isSpelled ? title + ": spells a control token, encoded as text" : title,
                    span.origin().message(),
                    isSpelled ? PromptPiece.Kind.SPELLED : PromptPiece.Kind.SHOWN));
            at = end;
        }
    }

    private void omitted(int at, int message) {
        for (String name : PromptFields.REASONING) {
            String pointer = "/messages/" + message + "/" + name;
            JsonNode value = context.at(pointer);
            if (value.isTextual() && !value.textValue().isBlank()) {
                to.accept(new PromptPiece(
                        at, value.textValue(), "reasoning", pointer, message, PromptPiece.Kind.OMITTED));
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
