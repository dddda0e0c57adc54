package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.render.ChatTemplate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/// A small model server on a real socket, sound but for its quirks.
final class ToyBackend implements AutoCloseable {
    static final String KEY = "sesame";

    private static final Pattern REASONING = Pattern.compile("\"reasoning_content\"|\"type\":\"(thinking|reasoning)\"");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final HttpServer http;
    private final Set<ToyBackendQuirk> quirks;
    private final Optional<ChatTemplate> template;
    private final AtomicInteger answers = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();

    ToyBackend(ToyBackendQuirk... quirks) {
        this(Optional.empty(), quirks);
    }

    /// @param template renders the prompts that `/apply-template` shows; empty for the toy's own way
    ToyBackend(Optional<String> template, ToyBackendQuirk... quirks) {
        this.quirks = Set.of(quirks);
        this.template = template.map(ChatTemplate::parse);
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        http.createContext("/", this::answer);
        http.setExecutor(threads);
        http.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
    }

    /// Paths that were asked, in order.
    List<String> asked() {
        return List.copyOf(asked);
    }

    @Override
    public void close() {
        closed.countDown();
        http.stop(0);
        threads.shutdownNow();
    }

    private boolean has(ToyBackendQuirk toyBackendQuirk) {
        return quirks.contains(toyBackendQuirk);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        JsonNode body = sent.isEmpty() ? ToyWholeAnswer.JSON.createObjectNode() : ToyWholeAnswer.JSON.readTree(sent);
        if (has(ToyBackendQuirk.UNAUTHORIZED)
                && !("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("authorization"))) {
            error(exchange, 401, "invalid key");
            return;
        }
        switch (path) {
            case "/v1/models" -> models(exchange);
            case "/props" -> props(exchange);
            case "/apply-template" -> template(exchange, body);
            case "/tokenize" -> tokenize(exchange, body);
            case "/v1/chat/completions" -> dialect(exchange, ServerDialect.CHAT, body);
            case "/v1/messages" -> dialect(exchange, ServerDialect.MESSAGES, body);
            case "/v1/responses" -> dialect(exchange, ServerDialect.RESPONSES, body);
            case "/v1/messages/count_tokens" -> count(exchange, body);
            default -> error(exchange, 404, "File Not Found");
        }
    }

    private void models(HttpExchange exchange) throws IOException {
        if (has(ToyBackendQuirk.NO_MODELS)) {
            error(exchange, 404, "File Not Found");
            return;
        }
        send(exchange, 200, "application/json", "{\"data\": [{\"id\": \"toy-glm-4.7\", \"owned_by\": \"toys\"}]}");
    }

    private void props(HttpExchange exchange) throws IOException {
        ObjectNode shown = ToyWholeAnswer.JSON.createObjectNode().put("build_info", "b4711-toy");
        shown.put("chat_template", template.map(ChatTemplate::source).orElse("toy"));
        send(exchange, 200, "application/json", shown.toString());
    }

    private String prompt(JsonNode body) {
        if (has(ToyBackendQuirk.ECHOES_BODY)) {
            return body.toString();
        }
        if (has(ToyBackendQuirk.STRIPS_FIELDS)) {
            body.path("messages")
                    .forEach(message -> ((ObjectNode) message)
                            .remove(List.of("reasoning_content", "reasoning", "reasoning_details")));
        }
        return template.map(chosen ->
                        chosen.render((ObjectNode) body, LocalDateTime.MIN).text())
                .orElseGet(() -> ToyTemplate.render(body, quirks));
    }

    private void template(HttpExchange exchange, JsonNode body) throws IOException {
        if (has(ToyBackendQuirk.NO_TEMPLATE)) {
            error(exchange, 404, "File Not Found");
            return;
        }
        ObjectNode shown = ToyWholeAnswer.JSON.createObjectNode().put("prompt", prompt(body));
        send(exchange, 200, "application/json", shown.toString());
    }

    private void tokenize(HttpExchange exchange, JsonNode body) throws IOException {
        if (!has(ToyBackendQuirk.COUNTS_TOKENS) && !has(ToyBackendQuirk.SHOWS_TOKENS)) {
            error(exchange, 404, "File Not Found");
            return;
        }
        List<String> tokens = ToyTemplate.tokens(ToyTemplate.render(body, quirks));
        ObjectNode shown = ToyWholeAnswer.JSON.createObjectNode().put("count", tokens.size());
        if (has(ToyBackendQuirk.SHOWS_TOKENS)) {
            ArrayNode strings = shown.putArray("token_strs");
            tokens.forEach(token ->
                    strings.add(token.replace(' ', 'Ġ').replace('\n', 'Ċ').replace('\t', 'ĉ')));
        }
        send(exchange, 200, "application/json", shown.toString());
    }

    private void count(HttpExchange exchange, JsonNode body) throws IOException {
        if (!has(ToyBackendQuirk.COUNT_ENDPOINT)) {
            error(exchange, 404, "File Not Found");
            return;
        }
        int tokens = ToyTemplate.tokens(ToyTemplate.render(body, quirks)).size();
        send(exchange, 200, "application/json", "{\"input_tokens\": " + tokens + "}");
    }

    private void dialect(HttpExchange exchange, ServerDialect dialect, JsonNode body) throws IOException {
        if (!speaks(dialect)) {
            error(exchange, dialect == ServerDialect.MESSAGES ? 405 : 404, "Not Found");
        } else if (has(ToyBackendQuirk.HANGS)
                || has(ToyBackendQuirk.HANGS_LATER) && ToyTurn.of(body, quirks).size() > 3) {
            hang();
        } else if (isRefused(exchange, body)) {
            return;
        } else if (body.path("stream").asBoolean() && !has(ToyBackendQuirk.NO_STREAM)) {
            ToyAnswer answer = ToyAnswer.of(body, quirks, true);
            send(exchange, 200, "text/event-stream", ToyStreamedAnswer.of(dialect, answer, quirks));
        } else {
            ToyAnswer answer = ToyAnswer.of(body, quirks, false);
            boolean hasUsage = !has(ToyBackendQuirk.NO_USAGE);
            send(
                    exchange,
                    200,
                    "application/json",
                    ToyWholeAnswer.of(dialect, answer, hasUsage).toString());
        }
    }

    private boolean speaks(ServerDialect dialect) {
        return switch (dialect) {
            case CHAT -> !has(ToyBackendQuirk.ONLY_MESSAGES) && !has(ToyBackendQuirk.ONLY_RESPONSES);
            case MESSAGES -> !has(ToyBackendQuirk.ONLY_CHAT) && !has(ToyBackendQuirk.ONLY_RESPONSES);
            case RESPONSES -> !has(ToyBackendQuirk.ONLY_CHAT) && !has(ToyBackendQuirk.ONLY_MESSAGES);
        };
    }

    private boolean isRefused(HttpExchange exchange, JsonNode body) throws IOException {
        if (has(ToyBackendQuirk.FAILS)) {
            return error(exchange, 500, "the model crashed");
        }
        if (has(ToyBackendQuirk.BUSY) && body.path("stream").asBoolean()) {
            return error(exchange, 429, "slow down");
        }
        if (has(ToyBackendQuirk.UNKNOWN_MODEL)) {
            return error(exchange, 404, "the model `toy` does not exist");
        }
        if (has(ToyBackendQuirk.HTML_ERROR)) {
            return send(exchange, 502, "text/html", "<html><body>Bad gateway</body></html>");
        }
        if (has(ToyBackendQuirk.HTML_PAGE)) {
            return send(exchange, 200, "text/html", "<!DOCTYPE html><html>Welcome</html>");
        }
        if (has(ToyBackendQuirk.GARBAGE)) {
            return send(exchange, 200, "application/json", "{\"choices\": [");
        }
        if (has(ToyBackendQuirk.OTHER_JSON)) {
            return send(exchange, 200, "application/json", "{\"ok\": true}");
        }
        if (has(ToyBackendQuirk.BREAKS_OFF) || has(ToyBackendQuirk.BREAKS_OFF_ONCE) && answers.getAndIncrement() == 0) {
            exchange.sendResponseHeaders(200, 1000);
            exchange.close();
            return true;
        }
        if (has(ToyBackendQuirk.REFUSES_ARRAYS)
                && body.at("/messages/1/content").isArray()) {
            return error(exchange, 400, "content must be a string");
        }
        if (has(ToyBackendQuirk.REFUSES_CALLS) && body.toString().contains("\"tool_calls\"")
                || has(ToyBackendQuirk.NEEDS_OBJECTS) && body.toString().contains("\"arguments\":\"")) {
            return error(exchange, 500, "'str object' has no attribute 'items'");
        }
        return has(ToyBackendQuirk.REFUSES_REASONING)
                && REASONING.matcher(body.toString()).find()
                && error(exchange, 400, "reasoning_content is not permitted");
    }

    private void hang() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean error(HttpExchange exchange, int status, String message) throws IOException {
        ObjectNode body = ToyWholeAnswer.JSON.createObjectNode();
        body.putObject("error").put("message", message);
        return send(exchange, status, "application/json", body.toString());
    }

    private boolean send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", type);
        exchange.getResponseHeaders().set("server", "toy/1.0");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
        return true;
    }
}
