package dev.throughline.fuzz;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.trace.AnswerItemCollector;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// Answers of a run and a request that carries them on, as it should or damaged.
final class RandomHistories {
    private RandomHistories() {}

    /// One answer: a reasoning block, a text, calls.
    /// @param proof the signature of the reasoning; empty for none
    record Answer(String reasoning, String proof, String text, List<String> callIds) {
        List<StreamEvent> events() {
            List<StreamEvent> events = new ArrayList<>();
            if (!reasoning.isEmpty()) {
                events.add(new ReasoningDelta(reasoning));
                if (!proof.isEmpty()) {
                    events.add(new ReasoningSignature(proof));
                }
            }
            if (!text.isEmpty()) {
                events.add(new TextDelta(text));
            }
            for (int i = 0; i < callIds.size(); i++) {
                events.add(new ToolCallStart(i, callIds.get(i), "tick"));
                events.add(new ToolCallArgs(i, "{\"n\":1}"));
                events.add(new ToolCallEnd(i));
            }
            events.add(new Finish(FinishReason.STOP));
            return events;
        }

        List<Part> parts(Dialect dialect, String path) {
            List<Part> parts = new ArrayList<>();
            if (!reasoning.isEmpty()) {
                String field = switch (dialect) {
                    case OPENAI_CHAT -> "reasoning_content";
                    case ANTHROPIC -> "thinking";
                    case RESPONSES -> "content";
                };
                Optional<String> kept = Optional.of(proof).filter(some -> !some.isEmpty());
                parts.add(new Part.Reasoning(path + "/" + field, field, reasoning, kept));
            }
            if (!text.isEmpty()) {
                parts.add(new Part.Text(path + "/content", text));
            }
            callIds.forEach(id -> parts.add(new Part.ToolCall(path + "/calls", id, "tick", "{\"n\":1}")));
            return parts;
        }
    }

    record History(List<Answer> answers, List<Message> messages) {}

    /// Every answer is in the request as it was given.
    static InputShape<History> intact(Dialect dialect) {
        return new InputShape<>(
                seededChoices -> whole(answers(seededChoices, dialect, true), dialect),
                history -> InputShrinker.list(history.answers, _ -> Stream.<Answer>empty())
                        .map(fewer -> whole(fewer, dialect)),
                RandomHistories::shown);
    }

    /// Answers that may be alike, in a request whose messages and parts were changed.
    static InputShape<History> damaged(Dialect dialect) {
        return new InputShape<>(
                seededChoices -> {
                    History whole = whole(answers(seededChoices, dialect, false), dialect);
                    return new History(whole.answers, damage(whole.messages, seededChoices));
                },
                history -> Stream.concat(
                        InputShrinker.list(history.answers, _ -> Stream.<Answer>empty())
                                .map(fewer -> new History(fewer, history.messages)),
                        InputShrinker.list(history.messages, RandomHistories::smaller)
                                .map(fewer -> new History(history.answers, fewer))),
                RandomHistories::shown);
    }

    private static Stream<Message> smaller(Message message) {
        return InputShrinker.list(message.parts(), _ -> Stream.<Part>empty())
                .map(parts -> new Message(message.path(), message.role(), parts));
    }

    private static List<Answer> answers(SeededChoices seededChoices, Dialect dialect, boolean areApart) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 1 + seededChoices.below(4); i > 0; i--) {
            String mark = areApart ? "no " + i + " " : "";
            List<String> ids = new ArrayList<>();
            for (int call = seededChoices.below(3); call > 0; call--) {
                ids.add(
                        areApart
                                ? "call_" + i + "_" + call
                                : seededChoices.of("", "call_0", "call_" + call, "call_" + i));
            }
            boolean isProven = dialect == Dialect.ANTHROPIC && seededChoices.oneIn(2);
            answers.add(new Answer(
                    seededChoices.oneIn(5) ? "" : mark + text(seededChoices),
                    isProven ? "proof " + i : "",
                    seededChoices.oneIn(4) && !ids.isEmpty() ? "" : mark + text(seededChoices),
                    ids));
        }
        return answers;
    }

    private static String text(SeededChoices seededChoices) {
        return seededChoices.oneIn(3)
                ? seededChoices.of("a", "Done.", "<think>a</think>")
                : HostileTexts.soup(seededChoices, HostileTexts.NASTY, 4);
    }

    private static History whole(List<Answer> answers, Dialect dialect) {
        List<Message> messages = new ArrayList<>();
        messages.add(user(0));
        for (Answer answer : answers) {
            String path = "/messages/" + messages.size();
            messages.add(new Message(path, Role.ASSISTANT, answer.parts(dialect, path)));
            for (String id : answer.callIds) {
                String at = "/messages/" + messages.size();
                messages.add(new Message(at, Role.TOOL, List.of(new Part.ToolResult(at, id, "ok", false))));
            }
            if (answer.callIds.isEmpty()) {
                messages.add(user(messages.size()));
            }
        }
        return new History(answers, messages);
    }

    private static Message user(int index) {
        String path = "/messages/" + index;
        return new Message(path, Role.USER, List.of(new Part.Text(path + "/content", "go on")));
    }

    private static List<Message> damage(List<Message> whole, SeededChoices seededChoices) {
        List<Message> messages = new ArrayList<>(whole);
        for (int i = seededChoices.length(5); i > 0 && !messages.isEmpty(); i--) {
            int at = seededChoices.below(messages.size());
            Message message = messages.get(at);
            switch (seededChoices.below(5)) {
                case 0 -> messages.remove(at);
                case 1 -> messages.add(seededChoices.below(messages.size()), message);
                case 2 -> {
                    int cut = seededChoices.below(message.parts().size() + 1);
                    messages.set(at, with(message, message.parts().subList(0, cut)));
                    messages.add(
                            at + 1,
                            with(
                                    message,
                                    message.parts().subList(cut, message.parts().size())));
                }
                default -> messages.set(at, with(message, changed(message.parts(), seededChoices)));
            }
        }
        List<Message> numbered = new ArrayList<>();
        messages.forEach(
                message -> numbered.add(new Message("/messages/" + numbered.size(), message.role(), message.parts())));
        return numbered;
    }

    private static Message with(Message message, List<Part> parts) {
        return new Message(message.path(), message.role(), parts);
    }

    private static List<Part> changed(List<Part> whole, SeededChoices seededChoices) {
        List<Part> parts = new ArrayList<>(whole);
        int at = seededChoices.below(parts.size() + 1);
        if (at == parts.size() || seededChoices.oneIn(4)) {
            parts.add(at, made(seededChoices));
        } else {
            Part part = parts.remove(at);
            if (!seededChoices.oneIn(3)) {
                parts.add(seededChoices.below(parts.size() + 1), changed(part, seededChoices));
            }
        }
        return parts;
    }

    private static Part made(SeededChoices seededChoices) {
        return seededChoices.make(
                () -> new Part.RedactedReasoning("/x", HostileTexts.any(seededChoices)),
                () -> new Part.Reference("/x", seededChoices.of("rs_k1_0", "msg_k2_1", "fc_k_", "x")),
                () -> new Part.Text("/x", HostileTexts.any(seededChoices)),
                () -> new Part.Reasoning(
                        "/x/content/0/thinking", "thinking", HostileTexts.any(seededChoices), Optional.of("s")),
                () -> new Part.Other("/x", RandomJson.any(seededChoices, RandomRequestBodies.WORDS, 2)));
    }

    private static Part changed(Part part, SeededChoices seededChoices) {
        return switch (part) {
            case Part.Reasoning(String path, String field, String text, Optional<String> proof) ->
                new Part.Reasoning(
                        path,
                        seededChoices.of(field, "reasoning", "reasoning_text", "summary", "encrypted_content"),
                        seededChoices.of(text, text.strip(), text + " ", ""),
                        seededChoices.of(proof, Optional.<String>empty(), Optional.of("x")));
            case Part.Text(String path, String text) ->
                new Part.Text(path, seededChoices.of(text, text.strip(), "<think>" + text + "</think>", ""));
            case Part.ToolCall(String path, String id, String name, String arguments) ->
                new Part.ToolCall(
                        path,
                        seededChoices.of(id, "", "other"),
                        seededChoices.of(name, ""),
                        seededChoices.of(
                                arguments, "{\"n\":1.0}", "{\"n\":1e9999999999}", "{\"n\":1000e2147483640}", "{", ""));
            case Part.ToolResult(String path, String id, String text, boolean isError) ->
                new Part.ToolResult(path, seededChoices.of(id, "", "other"), text, !isError);
            case Part.RedactedReasoning _, Part.Reference _, Part.Image _, Part.Other _ -> part;
        };
    }

    static List<TracedExchange> exchanges(List<Answer> answers, Dialect dialect) {
        List<TracedExchange> exchanges = new ArrayList<>();
        for (Answer answer : answers) {
            var items = new AnswerItemCollector(dialect, () -> "reasoning_content");
            answer.events().forEach(items::on);
            int number = exchanges.size() + 1;
            OptionalInt parent = number == 1 ? OptionalInt.empty() : OptionalInt.of(number - 1);
            exchanges.add(new TracedExchange(
                    number,
                    "k" + number,
                    new ConversationLink(1, parent, number, 1),
                    facts(dialect),
                    items.items(),
                    List.of(),
                    Optional.of(items.contentHash()).filter(hash -> !hash.isEmpty()),
                    ExchangeOutcome.COMPLETED,
                    Optional.empty()));
        }
        return exchanges;
    }

    private static RequestFacts facts(Dialect dialect) {
        return new RequestFacts(
                dialect,
                "m",
                RequestKind.MAIN,
                1,
                0,
                1,
                0,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                "",
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static String shown(History history) {
        var shown = new StringBuilder();
        history.answers.forEach(answer -> shown.append("\n  answer ").append(HostileTexts.literal(answer.toString())));
        history.messages.forEach(message -> shown.append("\n  ").append(HostileTexts.literal(message.toString())));
        return shown.toString();
    }
}
