package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.ElementRewrite.Kind;
import java.util.ArrayList;
import java.util.List;

/// A part of a complete answer: a text, a block of reasoning or a call.
public final class AnswerElement {
    private final Kind kind;
    private final String name;
    private final StringBuilder content;
    private final StringBuilder arguments = new StringBuilder();
    private String signature = "";
    private boolean isOver;

    private AnswerElement(Kind kind, String content, String name) {
        this.kind = kind;
        this.content = new StringBuilder(content);
        this.name = name;
    }

    /// The parts of an answer, one for each text received.
    static List<AnswerElement> of(List<StreamEvent> events) {
        List<AnswerElement> pieces = new ArrayList<>();
        for (StreamEvent event : events) {
            switch (event) {
                case TextDelta(String text) -> pieces.add(new AnswerElement(Kind.TEXT, text, ""));
                case ReasoningDelta(String text) -> pieces.add(new AnswerElement(Kind.REASONING, text, ""));
                case ReasoningSignature(String proof) -> sign(pieces, proof);
                case RedactedReasoning(String data) -> pieces.add(new AnswerElement(Kind.SEALED, data, ""));
                case ToolCallStart(int _, String id, String name) -> pieces.add(new AnswerElement(Kind.CALL, id, name));
                case ToolCallArgs(int _, String fragment) ->
                    pieces.getLast().arguments.append(fragment);
                case Start _, ToolCallEnd _, Usage _, Finish _, Failure _ -> {}
            }
        }
        return pieces;
    }

    private static void sign(List<AnswerElement> pieces, String proof) {
        if (!pieces.isEmpty() && pieces.getLast().kind == Kind.REASONING) {
            pieces.getLast().signature = proof;
            pieces.getLast().isOver = true;
        } else if (!proof.isEmpty()) {
            pieces.add(new AnswerElement(Kind.SEALED, proof, ""));
        }
    }

    /// The events of which it was made, with all text in one.
    public List<StreamEvent> events() {
        String all = content();
        return switch (kind) {
            case TEXT, SILENT -> List.of(new TextDelta(all));
            case REASONING -> List.of(new ReasoningDelta(all), new ReasoningSignature(signature));
            case SEALED -> List.of(new RedactedReasoning(all));
            case CALL -> List.of(new ToolCallStart(0, all, name), new ToolCallArgs(0, arguments()), new ToolCallEnd(0));
        };
    }

    /// The kind of element required for it.
    public Kind kind() {
        return kind;
    }

    /// Whether another part continues this one.
    boolean goesOn(AnswerElement more) {
        return kind == more.kind && !isOver && (kind == Kind.TEXT || kind == Kind.REASONING);
    }

    void add(AnswerElement more) {
        content.append(more.content);
        signature = more.signature;
        isOver = more.isOver;
    }

    /// The text; a call's id; the data of opaque reasoning.
    public String content() {
        return content.toString();
    }

    /// Name of the called tool.
    public String name() {
        return name;
    }

    /// Arguments of a call, as written.
    public String arguments() {
        return arguments.toString();
    }

    /// The proof of reasoning; empty for none.
    public String signature() {
        return signature;
    }
}
