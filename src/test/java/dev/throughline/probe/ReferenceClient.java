package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.Wire;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A client with one shell tool that gives back everything. A defect, if any, changes the history on its way out.
public final class ReferenceClient {
    private static final int LOOP_LIMIT = 50;

    private static final String MODEL = "glm-4.7";
    private static final String OTHER_MODEL = "glm-5";

    private final Transport transport;
    private final Wire wire;
    private final Defect defect;
    private ArrayNode history = Wire.JSON.createArrayNode();
    private String model = MODEL;

    public ReferenceClient(Transport transport, Wire wire, Defect defect) {
        this.transport = transport;
        this.wire = wire;
        this.defect = defect;
    }

    /// Drives a client through a scenario: in `resume` each turn is that of a new one, in `switch` the second turn asks
    /// another model, in `abort` its answer is left.
    static void drive(Transport transport, Wire wire, String scenario, Defect defect, int turns)
            throws IOException, InterruptedException {
        var client = new ReferenceClient(transport, wire, defect);
        for (int turn = 1; turn <= turns; turn++) {
            switch (scenario) {
                case "resume" -> {
                    ArrayNode stored = client.history;
                    client = new ReferenceClient(transport, wire, defect);
                    client.history = turn == 1 ? stored : defect.after(Defect.Moment.RESUMED, stored);
                }
                case "switch" -> client.choose(turn == 2 ? OTHER_MODEL : MODEL);
                default -> {}
            }
            if (scenario.equals("abort") && turn == 2) {
                client.abort("This is turn 2. Think until I interrupt you.");
            } else {
                client.turn("This is turn " + turn + (scenario.equals("abort") ? ". I interrupted you." : "."));
            }
        }
    }

    private void choose(String other) {
        if (!model.equals(other)) {
            history = defect.after(Defect.Moment.MODEL_CHANGED, history);
            model = other;
        }
    }

    /// A user turn that is interrupted.
    private void abort(String text) throws IOException, InterruptedException {
        wire.user(history, text);
        transport.abort(wire, wire.request(defect.change(history.deepCopy())).put("model", model));
        history = defect.after(Defect.Moment.ABORTED, history);
    }

    /// One user turn with its tool loop.
    public void turn(String text) throws IOException, InterruptedException {
        if (defect.forgetsBetweenTurns()) {
            history = Wire.JSON.createArrayNode();
        }
        wire.user(history, text);
        for (int step = 0; step < LOOP_LIMIT; step++) {
            JsonNode answer = ask();
            wire.carry(history, answer);
            List<Wire.Call> calls = wire.calls(answer);
            if (calls.isEmpty()) {
                return;
            }
            wire.results(history, run(calls));
        }
        throw new IOException("the tool loop does not end");
    }

    private JsonNode ask() throws IOException, InterruptedException {
        ObjectNode request = wire.request(defect.change(history.deepCopy())).put("model", model);
        for (int sent = 1; sent < defect.timesSent(); sent++) {
            transport.post(wire, request);
        }
        return transport.post(wire, request);
    }

    private static List<Wire.Result> run(List<Wire.Call> calls) throws IOException, InterruptedException {
        List<Wire.Result> results = new ArrayList<>();
        for (Wire.Call call : calls) {
            results.add(call.run());
        }
        return results;
    }
}
