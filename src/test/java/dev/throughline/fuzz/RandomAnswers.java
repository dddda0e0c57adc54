package dev.throughline.fuzz;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
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
import dev.throughline.stream.StreamGrammar;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Answers that obey the grammar of streams, with texts that are hard to carry.
final class RandomAnswers {
    static final InputShape<List<StreamEvent>> ANY = shape(HostileTexts::any);

    private static final List<String> NAMES = List.of("a", "b", "\u00e9", "", "\"", "\n");

    private final SeededChoices seededChoices;
    private final Function<SeededChoices, String> texts;
    private final List<StreamEvent> events = new ArrayList<>();
    private int calls;

    private RandomAnswers(SeededChoices seededChoices, Function<SeededChoices, String> texts) {
        this.seededChoices = seededChoices;
        this.texts = texts;
    }

    /// @param texts what reasoning and text are made of
    static InputShape<List<StreamEvent>> shape(Function<SeededChoices, String> texts) {
        return new InputShape<>(
                seededChoices -> new RandomAnswers(seededChoices, texts).answer(),
                RandomAnswers::smaller,
                RandomAnswers::shown);
    }

    private List<StreamEvent> answer() {
        events.add(new Start(HostileTexts.any(seededChoices)));
        for (int i = seededChoices.length(8); i > 0; i--) {
            block();
        }
        if (seededChoices.oneIn(2)) {
            events.add(new Usage(
                    seededChoices.below(9), Integer.MAX_VALUE, seededChoices.below(9), seededChoices.below(9)));
        }
        events.add(
                seededChoices.oneIn(10)
                        ? Failure.of(seededChoices.of(FailureKind.values()), HostileTexts.any(seededChoices))
                        : new Finish(seededChoices.of(FinishReason.values())));
        return events;
    }

    private void block() {
        switch (seededChoices.below(6)) {
            case 0, 1 -> deltas().forEach(text -> events.add(new ReasoningDelta(text)));
            case 2 -> {
                deltas().forEach(text -> events.add(new ReasoningDelta(text)));
                if (events.getLast() instanceof ReasoningDelta) {
                    events.add(new ReasoningSignature(HostileTexts.any(seededChoices)));
                }
            }
            case 3 -> events.add(new RedactedReasoning(HostileTexts.any(seededChoices)));
            case 4 -> deltas().forEach(text -> events.add(new TextDelta(text)));
            default -> call();
        }
    }

    private List<String> deltas() {
        List<String> deltas = new ArrayList<>();
        for (int i = seededChoices.length(4); i > 0; i--) {
            deltas.add(texts.apply(seededChoices));
        }
        return deltas;
    }

    private void call() {
        int index = calls++;
        events.add(new ToolCallStart(index, "call_" + index, "tick" + seededChoices.below(3)));
        // Jackson reads no name with a lone surrogate from bytes.
        String json =
                StrictJson.text(RandomJson.object(seededChoices, NAMES, 2)).replaceAll("\\\\u[dD][89a-fA-F]..", "?");
        int cut = seededChoices.below(json.length());
        events.add(new ToolCallArgs(index, json.substring(0, cut)));
        events.add(new ToolCallArgs(index, json.substring(cut)));
        events.add(new ToolCallEnd(index));
    }

    static Stream<List<StreamEvent>> smaller(List<StreamEvent> events) {
        return InputShrinker.list(events, RandomAnswers::smaller)
                .filter(kept -> objection(kept).isEmpty());
    }

    private static Stream<StreamEvent> smaller(StreamEvent event) {
        return switch (event) {
            case TextDelta(String text) -> InputShrinker.text(text).map(TextDelta::new);
            case ReasoningDelta(String text) -> InputShrinker.text(text).map(ReasoningDelta::new);
            case ReasoningSignature(String text) -> InputShrinker.text(text).map(ReasoningSignature::new);
            case RedactedReasoning(String text) -> InputShrinker.text(text).map(RedactedReasoning::new);
            case Start(String text) -> InputShrinker.text(text).map(Start::new);
            default -> Stream.empty();
        };
    }

    /// What a reader of the grammar objects to; a whole answer ends with its terminal.
    static Optional<String> objection(List<StreamEvent> events) {
        var grammar = new StreamGrammar();
        for (StreamEvent event : events) {
            Optional<String> objection = grammar.objection(event);
            if (objection.isPresent()) {
                return objection;
            }
        }
        return grammar.isOver() ? Optional.empty() : Optional.of("the answer has no end");
    }

    /// The same answer with adjacent deltas in one, without empty ones.
    static List<StreamEvent> joined(List<StreamEvent> events) {
        List<StreamEvent> joined = new ArrayList<>();
        for (StreamEvent event : events) {
            boolean isEmpty = event.equals(new TextDelta(""))
                    || event.equals(new ReasoningDelta(""))
                    || event instanceof ToolCallArgs args && args.fragment().isEmpty();
            Optional<StreamEvent> both =
                    joined.isEmpty() || isEmpty ? Optional.empty() : together(joined.getLast(), event);
            if (both.isPresent()) {
                joined.set(joined.size() - 1, both.get());
            } else if (!isEmpty) {
                joined.add(event);
            }
        }
        return joined;
    }

    private static Optional<StreamEvent> together(StreamEvent first, StreamEvent second) {
        if (first instanceof TextDelta(String text) && second instanceof TextDelta(String more)) {
            return Optional.of(new TextDelta(text + more));
        }
        if (first instanceof ReasoningDelta(String text) && second instanceof ReasoningDelta(String more)) {
            return Optional.of(new ReasoningDelta(text + more));
        }
        if (first instanceof ToolCallArgs(int call, String text)
                && second instanceof ToolCallArgs(int same, String more)
                && call == same) {
            return Optional.of(new ToolCallArgs(call, text + more));
        }
        return Optional.empty();
    }

    static String shown(List<StreamEvent> events) {
        var shown = new StringBuilder();
        events.forEach(event -> shown.append("\n  ").append(HostileTexts.literal(event.toString())));
        return shown.toString();
    }
}
