package dev.throughline.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// An address that receives news of losses as JSON. It may hold a credential: messages name its host only.
public record Webhook(URI address) {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /// @param name of the option or setting, for the message
    /// @throws IllegalArgumentException if it is no address of the Web
    public static Webhook of(String name, String address) {
        try {
            URI uri = new URI(address);
            if (List.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                return new Webhook(uri);
            }
        } catch (URISyntaxException _) {
            // as an address of another kind
        }
        throw new IllegalArgumentException(name + ": expected an address that begins with http:// or https://.");
    }

    /// Posts `{text, NAME: […]}`.
    /// @param text for people, in the field that chats show
    /// @return why the receiver did not accept it; empty if it did
    public CompletableFuture<Optional<String>> post(String text, String name, List<? extends JsonNode> news) {
        ObjectNode body = Json.TREES.createObjectNode().put("text", text);
        body.putArray(name).addAll(news);
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(LIMIT)
                .header("content-type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
        return http.sendAsync(request, BodyHandlers.discarding()).handle((answer, _) -> {
            http.shutdown();
            String receiver = "the webhook at " + address.getHost();
            if (answer == null) {
                return Optional.of(receiver + " cannot be reached");
            }
            return answer.statusCode() < 300
                    ? Optional.empty()
                    : Optional.of(receiver + " answered " + answer.statusCode());
        });
    }
}
