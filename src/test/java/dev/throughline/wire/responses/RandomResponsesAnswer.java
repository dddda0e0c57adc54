package dev.throughline.wire.responses;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// A legal answer, chosen by a seed. A failure may come at any place after the start.
final class RandomResponsesAnswer {
    private static final List<String> TEXTS =
            List.of("", " ", "a", "\n", "\"\\", "é", "漢字", "👍", "{\"k\":", "\u0001\u2028", "data: x\n\nevent: y");

    private final Random random;
    private final List<StreamEvent> events = new ArrayList<>();
    private int calls;

    private RandomResponsesAnswer(Random random) {
        this.random = random;
    }

    static List<StreamEvent> finished(long seed) {
        return new RandomResponsesAnswer(new Random(seed)).blocks();
    }

    static List<StreamEvent> failed(long seed) {
        List<StreamEvent> whole = finished(seed);
        int kept = 1 + new Random(seed).nextInt(whole.size() - 1);
        List<StreamEvent> cut = new ArrayList<>(whole.subList(0, kept));
        cut.add(Failure.of(FailureKind.BACKEND, "The backend broke off."));
        return cut;
    }

    private List<StreamEvent> blocks() {
        events.add(new Start("glm-5"));
        int blocks = random.nextInt(6);
        for (int i = 0; i < blocks; i++) {
            block();
        }
        if (random.nextBoolean()) {
            events.add(new Usage(random.nextInt(99), random.nextInt(99), 0, 0));
        }
        FinishReason[] reasons = FinishReason.values();
        events.add(new Finish(reasons[random.nextInt(reasons.length)]));
        return events;
    }

    private void block() {
        switch (random.nextInt(5)) {
            case 0 -> reasoning();
            case 1 -> {
                reasoning();
                events.add(new ReasoningSignature("sig" + events.size()));
            }
            case 2 -> events.add(new RedactedReasoning("data" + events.size()));
            case 3 -> pieces().forEach(piece -> events.add(new TextDelta(piece)));
            default -> call();
        }
    }

    private void reasoning() {
        pieces().forEach(piece -> events.add(new ReasoningDelta(piece)));
    }

    private void call() {
        int index = calls++;
        events.add(new ToolCallStart(index, "call_" + index, "tool"));
        pieces().forEach(piece -> events.add(new ToolCallArgs(index, piece)));
        events.add(new ToolCallEnd(index));
    }

    private List<String> pieces() {
        List<String> pieces = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            pieces.add(TEXTS.get(random.nextInt(TEXTS.size())));
        }
        return pieces;
    }
}
