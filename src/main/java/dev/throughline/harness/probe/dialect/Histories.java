package dev.throughline.harness.probe.dialect;

import java.util.ArrayList;
import java.util.List;

/// The conversations of the probe.
public final class Histories {
    public static final String TOOL = "read_weather";
    static final String TOOL_DESCRIPTION = "Reads the present weather of a place.";

    private static final List<String> PLACES =
            List.of("Oslo", "Lisbon", "Nairobi", "Quito", "Hanoi", "Perth", "Calgary", "Dublin");

    private Histories() {}

    /// A tool loop after one user message: reasoning and a call, a result, as often as there are earlier turns.
    public static Planted within(int turns) {
        List<Said> history = new ArrayList<>(List.of(question(0)));
        List<String> reasoning = new ArrayList<>();
        for (int step = 0; step < turns - 1; step++) {
            call(step, reasoning, history);
        }
        return new Planted(history, reasoning);
    }

    /// Earlier turns, each with reasoning before a call and before a text, and a last user message.
    public static Planted across(int turns) {
        List<Said> history = new ArrayList<>();
        List<String> reasoning = new ArrayList<>();
        for (int turn = 0; turn < turns - 1; turn++) {
            history.add(question(turn));
            call(turn, reasoning, history);
            String thought = think(reasoning);
            history.add(new Said.Assistant(thought, "", "It is mild in " + place(turn) + ".", List.of()));
        }
        history.add(question(turns - 1));
        return new Planted(history, reasoning);
    }

    /// What the user asks in a turn.
    public static Said.User question(int turn) {
        return new Said.User("What is the weather like in " + place(turn) + " now?");
    }

    /// What the tool answers.
    public static Said.Result result(String callId) {
        return new Said.Result(callId, "{\"sky\": \"overcast\", \"celsius\": 12}");
    }

    private static void call(int step, List<String> reasoning, List<Said> history) {
        String id = "call_probe" + step;
        var call = new Said.Call(id, TOOL, "{\"place\": \"" + place(step) + "\"}");
        history.add(new Said.Assistant(think(reasoning), "", "", List.of(call)));
        history.add(result(id));
    }

    private static String think(List<String> reasoning) {
        String text = Prose.block(reasoning.size());
        reasoning.add(text);
        return text;
    }

    private static String place(int turn) {
        return PLACES.get(turn % PLACES.size());
    }
}
