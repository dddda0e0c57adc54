package dev.throughline.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/// A well-behaved chat client: appends every answer unchanged.
final class FaultChatClient {
    private static final JsonMapper JSON = new JsonMapper();

    private final String run;
    private final ArrayNode history = JSON.createArrayNode();

    FaultChatClient(String run) {
        this.run = run;
    }

    /// Sends a user message to a service and keeps the answer.
    void turn(ServiceProcess serviceProcess) throws IOException, InterruptedException {
        history.addObject().put("role", "user").put("content", "This is message " + history.size() + ".");
        ObjectNode request = JSON.createObjectNode().put("model", "glm-4.7");
        request.set("messages", history);
        JsonNode answer = serviceProcess.post("/r/" + run + "/v1/chat/completions", request.toString());
        history.add(answer.at("/choices/0/message"));
    }
}
