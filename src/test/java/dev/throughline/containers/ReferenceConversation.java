package dev.throughline.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.probe.Defect;
import dev.throughline.probe.HttpTransport;
import dev.throughline.probe.ReferenceClient;
import dev.throughline.testing.TestRun;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/// A conversation of the reference client, which keeps everything, in a separate run.
record ReferenceConversation(TestRun run, ReferenceClient client) {
    /// All dialects.
    static final List<Wire> DIALECTS = List.of(new ChatWire(), new AnthropicWire(), new ResponsesWire());

    /// @param service where the run is opened and the client talks to
    static ReferenceConversation begin(URI service, Wire dialect, Map<String, ?> settings)
            throws IOException, InterruptedException {
        TestRun opened = TestRun.open(service, settings);
        // What the service calls itself may be known inside its network only.
        String base = service + "/r/" + opened.id();
        return new ReferenceConversation(opened, new ReferenceClient(new HttpTransport(base), dialect, Defect.none()));
    }

    /// So many user turns, each with its tool loop.
    ReferenceConversation turns(int count) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            client.turn("Please go on.");
        }
        return this;
    }

    String verdict() throws IOException, InterruptedException {
        return report().path("verdict").asText();
    }

    JsonNode report() throws IOException, InterruptedException {
        return run.report();
    }
}
