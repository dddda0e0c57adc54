package dev.throughline.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.throughline.testing.TestHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/// The matrix cells of a client that returned everything.
final class MatrixCells {
    private static final JsonMapper JSON = new JsonMapper();

    private MatrixCells() {}

    /// Lets a client of this name and of version 1.2.3 have a conversation, seals its run, and reads the cell of
    /// THINK.
    static JsonNode cell(URI service, String client) throws IOException, InterruptedException {
        Map<String, ?> settings = Map.of("scenario", "tools", "client", Map.of("name", client, "version", "1.2.3"));
        ReferenceConversation talk = ReferenceConversation.begin(
                        service, ReferenceConversation.DIALECTS.getFirst(), settings)
                .turns(2);
        send(HttpRequest.newBuilder(service.resolve("/api/v1/runs/" + talk.run().id() + "/seal"))
                .POST(BodyPublishers.noBody()));
        return read(service, client);
    }

    /// The cell as it is now; missing when there is none.
    static JsonNode read(URI service, String client) throws IOException, InterruptedException {
        String answer =
                send(HttpRequest.newBuilder(service.resolve("/api/v1/matrix?client=" + client + "&capability=THINK")));
        return JSON.readTree(answer).at("/cells/0");
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return TestHttpClient.send(request.header("accept", "application/json").build(), BodyHandlers.ofString())
                .body();
    }
}
