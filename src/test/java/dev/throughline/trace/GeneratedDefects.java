package dev.throughline.trace;

import dev.throughline.trace.GeneratedEntry.Answer;
import dev.throughline.trace.GeneratedEntry.Call;
import dev.throughline.trace.GeneratedEntry.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// What clients do wrong with an answer that they return.
final class GeneratedDefects {
    private final Random random;
    private final List<String> texts;

    /// @param texts that answers often have
    GeneratedDefects(Random random, List<String> texts) {
        this.random = random;
        this.texts = texts;
    }

    Answer of(Answer answer) {
        return switch (random.nextInt(4)) {
            case 0 -> reasoning(answer);
            case 1 -> visible(answer);
            case 2 -> answer.as(Form.values()[random.nextInt(Form.values().length)]);
            default -> moved(answer);
        };
    }

    /// What a client does wrong with every answer.
    UnaryOperator<Answer> habit() {
        return switch (random.nextInt(5)) {
            case 0 -> answer -> answer.thinking("").proven(Optional.empty());
            case 1 ->
                answer -> answer.thinking(
                                answer.thought().substring(0, answer.thought().length() / 2))
                        .proven(Optional.empty());
            case 2 -> answer -> answer.thinking(" " + answer.thought());
            case 3 -> answer -> answer.saying(answer.text() + "\n");
            default -> {
                Form form = Form.values()[random.nextInt(Form.values().length)];
                yield answer -> answer.as(form);
            }
        };
    }

    private Answer reasoning(Answer answer) {
        String thought = answer.thought();
        return switch (random.nextInt(8)) {
            case 0 -> answer.thinking("");
            case 1 -> answer.thinking(thought.substring(0, thought.length() / 2));
            case 2 -> answer.thinking(thought + "!");
            case 3 -> answer.thinking(" " + thought);
            case 4 -> answer.thinking(thought.substring(thought.length() / 3) + " and something else");
            case 5 -> answer.proven(Optional.empty());
            case 6 -> answer.proven(answer.proof().map(proof -> proof + "x"));
            default -> answer.sealed(answer.opaque().map(data -> data + "x"));
        };
    }

    private Answer visible(Answer answer) {
        return switch (random.nextInt(8)) {
            case 0 -> answer.saying(texts.get(random.nextInt(texts.size())));
            case 1 -> answer.saying(answer.text() + "\n");
            case 2 -> answer.saying(answer.text().substring(answer.text().length() / 2));
            case 3 -> answer.saying(answer.text().replace(' ', '_'));
            case 4 -> calls(answer, call -> new Call(call.id() + "x", call.input(), call.output()));
            case 5 -> calls(answer, call -> new Call(call.id(), call.input().replace(":", " : "), call.output()));
            case 6 -> calls(answer, call -> new Call(call.id(), call.input().replace("command", "cmd"), call.output()));
            default -> answer.calling(answer.calls().reversed());
        };
    }

    private Answer moved(Answer answer) {
        String thought = answer.thought();
        return switch (random.nextInt(5)) {
            case 0 -> answer.saying("<think>" + thought + "</think>" + answer.text());
            case 1 -> answer.thinking("").saying("<thinking>" + thought + "</thinking>\n" + answer.text());
            case 2 -> answer.thinking("").saying(thought + "\n\n" + answer.text());
            case 3 -> {
                List<Call> twice = new ArrayList<>(answer.calls());
                twice.addAll(answer.calls());
                yield answer.calling(twice);
            }
            default ->
                calls(answer, call -> new Call(call.id() + "y", call.input().replace("command", "cmd"), call.output()));
        };
    }

    private static Answer calls(Answer answer, UnaryOperator<Call> change) {
        return answer.calling(answer.calls().stream().map(change).toList());
    }
}
