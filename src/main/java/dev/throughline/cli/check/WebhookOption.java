package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.text.Json;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Where losses are announced. The address may hold a credential, so that it is never printed.
final class WebhookOption {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Option(
            names = "--webhook",
            paramLabel = "URL",
            defaultValue = "${env:THROUGHLINE_WEBHOOK:-}",
            description = "Post what got worse, with the first bad request, as JSON to this address (default:"
                    + " THROUGHLINE_WEBHOOK). Losses that an earlier radar measured are not posted again.")
    private String url = "";

    /// @throws ParameterException if it is no address
    void check(CommandSpec spec) {
        try {
            URI uri = new URI(url);
            if (url.isEmpty()
                    || List.of("http", "https").contains(String.valueOf(uri.getScheme())) && uri.getHost() != null) {
                return;
            }
        } catch (URISyntaxException _) {
            // as an address of another kind
        }
        throw new ParameterException(
                spec.commandLine(), "--webhook: expected an address that begins with http:// or https://.");
    }

    /// Posts `{text, regressions: […]}`, each regression as in `radar --json`; nothing if there is none.
    /// @throws HarnessException if the receiver does not accept it
    void send(List<ReleaseChange> changes) {
        List<ReleaseChange> losses = changes.stream()
                .filter(change -> change.isRegression() && change.outcome().isPresent())
                .toList();
        if (url.isEmpty() || losses.isEmpty()) {
            return;
        }
        ObjectNode body = Json.TREES
                .createObjectNode()
                .put("text", losses.stream().map(ReleaseChange::text).collect(Collectors.joining("\n")));
        ArrayNode all = body.putArray("regressions");
        losses.forEach(loss -> all.add(loss.json()));
        String host = URI.create(url).getHost();
        try (HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
            HttpResponse<Void> answer = http.send(
                    HttpRequest.newBuilder(URI.create(url))
                            .timeout(LIMIT)
                            .header("content-type", "application/json")
                            .POST(BodyPublishers.ofString(body.toString()))
                            .build(),
                    BodyHandlers.discarding());
            if (answer.statusCode() >= 300) {
                throw new HarnessException("the webhook at " + host + " answered " + answer.statusCode());
            }
        } catch (IOException e) {
            throw new HarnessException("the webhook at " + host + " cannot be reached");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the webhook was called");
        }
    }
}
