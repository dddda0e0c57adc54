package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A client with one shell tool that gives back everything. A defect, if any, changes the history on its way out.
public final class ReferenceClient {
    private static final int LOOP_LIMIT = 6;

    private final Transport transport;
    private final Wire wire;
    private final Defect defect;
    private ArrayNode history = Wire.JSON.createArrayNode();

    public ReferenceClient(Transport transport, Wire wire, Defect defect) {
        this.transport = transport;
        this.wire = wire;
        this.defect = defect;
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
        ObjectNode request = wire.request(defect.change(history.deepCopy()));
        for (int sent = 1; sent < defect.timesSent(); sent++) {
            transport.post(wire, request);
        }
        return transport.post(wire, request);
    }

    private static List<Wire.Result> run(List<Wire.Call> calls) throws IOException, InterruptedException {
        List<Wire.Result> results = new ArrayList<>();
        for (Wire.Call call : calls) {
            Process shell = new ProcessBuilder(
                            "/bin/sh", "-c", call.input().path("command").textValue())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            shell.waitFor();
            results.add(new Wire.Result(call.id(), output));
        }
        return results;
    }
}
