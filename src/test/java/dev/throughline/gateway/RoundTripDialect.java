package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.RoundTripPiece.Call;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

/// One dialect as a backend that records and a client that gives back what it got speak it, without the codecs under
/// test.
interface RoundTripDialect {

    /// The path of its requests, which is the same at a backend.
    String path();

    /// Where a request has its history.
    String historyField();

    /// An answer of the backend as a stream.
    String stream(List<RoundTripPiece> answer);

    /// The same in one body.
    String whole(List<RoundTripPiece> answer);

    /// The answers in a request that the backend got.
    List<List<RoundTripPiece>> answers(JsonNode request);

    /// What of an answer the backend must get back.
    List<RoundTripPiece> due(List<RoundTripPiece> answer);

    /// What a client keeps of an answer: messages or items, with all their fields.
    List<ObjectNode> kept(HttpResponse<String> answer, boolean isStream) throws Exception;

    /// The pieces that it has then.
    List<RoundTripPiece> read(List<ObjectNode> kept);

    /// The message of a user.
    ObjectNode question(String text);

    /// What calls gave, as messages or items.
    List<ObjectNode> results(List<Call> calls);

    /// The tool of all calls, without a schema.
    ObjectNode tool();

    /// A request.
    default ObjectNode request(String model, boolean isStream, ArrayNode history) {
        ObjectNode body = ProxyDialect.object(ProxiedRun.body(path(), model, isStream));
        body.set(historyField(), history.deepCopy());
        body.withArray("tools").add(tool());
        return body;
    }

    /// The calls of an answer.
    static List<Call> calls(List<RoundTripPiece> answer) {
        List<Call> calls = new ArrayList<>();
        for (RoundTripPiece piece : answer) {
            if (piece instanceof Call call) {
                calls.add(call);
            }
        }
        return calls;
    }

    /// A server-sent event.
    static String event(ObjectNode data) {
        String type = data.path("type").asText("");
        return (type.isEmpty() ? "" : "event: " + type + "\n") + "data: " + data + "\n\n";
    }

    static ObjectNode object() {
        return DialectHttpClient.JSON.createObjectNode();
    }

    static String output(Call call) {
        return "Output of " + call.id() + " \u2028 é\n";
    }
}
