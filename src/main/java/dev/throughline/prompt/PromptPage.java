package dev.throughline.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.MarkupWriter;
import dev.throughline.render.PromptSpan;
import dev.throughline.render.Rendering;
import dev.throughline.render.jinja.value.Origin;
import dev.throughline.render.prefix.PromptTurn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A prompt as a page for people: each field in its colour, reasoning that the template omitted struck through where
/// it would have been.
public final class PromptPage {
    private static final List<String> LEGEND =
            List.of("system", "user", "reasoning", "answer", "call", "result", "tools", "scaffold", "frame");

    private final ObjectNode context;
    private final Rendering prompt;
    private final PromptFields fields;
    private final Set<Integer> passed = new HashSet<>();

    private PromptPage(PromptTurn turn) {
        this.context = turn.context();
        this.prompt = turn.prompt();
        this.fields = new PromptFields(context);
    }

    /// The page in UTF-8.
    ///
    /// @param title the subject of the prompt
    /// @param facts names and values alternately
    public static byte[] of(String title, PromptTurn turn, String... facts) {
        PromptPage page = new PromptPage(turn);
        return HtmlPage.of(title, out -> page.write(out, title, facts));
    }

    private void write(MarkupWriter out, String title, String... facts) {
        out.element("h1", title).line();
        HtmlPage.facts(out, facts);
        out.open("p");
        LEGEND.forEach(name -> out.element("span", name, "class", name).text(" "));
        out.element("del", "reasoning that the template omitted").closeLine();
        out.open("div", "class", "prompt");
        Set<Integer> shown = messagesWithReasoning();
        for (PromptSpan span : prompt.spans()) {
            int message = span.origin().message();
            if (message >= 0 && span.origin() instanceof Origin.Content && passed.add(message)) {
                leftOut(out, message, shown);
            }
            span(out, span, message);
        }
        out.closeLine();
    }

    private void span(MarkupWriter out, PromptSpan span, int message) {
        String text = prompt.text().substring(span.from(), span.to());
        String parity = message < 0 ? "" : message % 2 == 0 ? " even" : " odd";
        out.element("span", text, "class", fields.of(span.origin()) + parity, "title", title(span.origin()));
    }

    private void leftOut(MarkupWriter out, int message, Set<Integer> shown) {
        if (shown.contains(message)) {
            return;
        }
        for (String name : PromptFields.REASONING) {
            JsonNode value = context.at("/messages/" + message + "/" + name);
            if (value.isTextual() && !value.textValue().isBlank()) {
                out.element("del", value.textValue(), "title", "/messages/" + message + "/" + name);
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
