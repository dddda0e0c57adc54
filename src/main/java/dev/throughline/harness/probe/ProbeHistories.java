package dev.throughline.harness.probe;

import java.util.ArrayList;
import java.util.List;

/// The conversations of the probe.
public final class ProbeHistories {
    public static final String TOOL = "read_weather";
    static final String TOOL_DESCRIPTION = "Reads the present weather of a place.";

    private static final List<String> PLACES =
            List.of("Oslo", "Lisbon", "Nairobi", "Quito", "Hanoi", "Perth", "Calgary", "Dublin");

    private ProbeHistories() {}

    /// A tool loop after one user message: reasoning and a call, then a result, repeated for the number of
    /// earlier turns.
    public static PlantedHistory within(int turns) {
        List<ProbeTurn> history = new ArrayList<>(List.of(question(0)));
        List<String> reasoning = new ArrayList<>();
        List<String> followers = new ArrayList<>();
        for (int step = 0; step < turns - 1; step++) {
            call(step, reasoning, history);
            followers.add(step == 0 ? "" : place(step));
        }
        return new PlantedHistory(history, reasoning, followers);
    }

    /// Earlier turns, each with reasoning before a call and before a text, and a last user message.
    public static PlantedHistory across(int turns) {
        List<ProbeTurn> history = new ArrayList<>();
        List<String> reasoning = new ArrayList<>();
        List<String> followers = new ArrayList<>();
        for (int turn = 0; turn < turns - 1; turn++) {
            history.add(question(turn));
            call(turn, reasoning, history);
            String thought = think(reasoning);
            String answer = "It is mild in " + place(turn) + ".";
            history.add(new ProbeTurn.Assistant(thought, "", answer, List.of()));
            followers.addAll(List.of("", answer));
        }
        history.add(question(turns - 1));
        return new PlantedHistory(history, reasoning, followers);
    }

    /// The user's message in a turn.
    public static ProbeTurn.User question(int turn) {
        return new ProbeTurn.User("What is the weather like in " + place(turn) + " now?");
    }

    /// The tool's result.
    public static ProbeTurn.Result result(String callId) {
        return new ProbeTurn.Result(callId, "{\"sky\": \"overcast\", \"celsius\": 12}");
    }

    private static void call(int step, List<String> reasoning, List<ProbeTurn> history) {
        String id = "call_probe" + step;
        var call = new ProbeTurn.Call(id, TOOL, "{\"place\": \"" + place(step) + "\"}");
        history.add(new ProbeTurn.Assistant(think(reasoning), "", "", List.of(call)));
        history.add(result(id));
    }

    private static String think(List<String> reasoning) {
        String text = SyntheticReasoning.block();
        reasoning.add(text);
        return text;
    }

    private static String place(int turn) {
        return PLACES.get(turn % PLACES.size());
    }
}
