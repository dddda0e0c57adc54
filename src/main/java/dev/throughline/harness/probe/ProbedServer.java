package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.HarnessException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/// An HTTP client of the probed server. One request at a time; every request has the same time limit for
/// its complete answer.
public final class ProbedServer implements AutoCloseable {
    private static final Pattern VERSION_AT_END = Pattern.compile("/v\\d+$");
    private static final Pattern FINGERPRINT = Pattern.compile("\"system_fingerprint\"\\s*:\\s*\"([^\"\\\\]{1,120})\"");
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /// More than any answer of a probe; longer output is cut off.
    private static final long MOST_BYTES = 16L << 20;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
    private final String root;
    private final String versioned;
    private final Optional<BackendTarget.Key> key;
    private final Duration timeout;
    private final Optional<String> template;
    private final Set<String> retried = new LinkedHashSet<>();
    private Optional<String> fingerprint = Optional.empty();
    private int requests;

    public ProbedServer(BackendTarget target) {
        String url = target.url().toString().replaceAll("/+$", "");
        boolean hasVersion = VERSION_AT_END.matcher(url).find();
        root = hasVersion ? VERSION_AT_END.matcher(url).replaceFirst("") : url;
        versioned = hasVersion ? url : url + "/v1";
        key = target.key();
        timeout = target.timeout();
        template = target.template();
    }

    /// The chat template that it was started with, if known.
    Optional<String> template() {
        return template;
    }

    /// The address with its version segment.
    public String address() {
        return versioned;
    }

    public int requests() {
        return requests;
    }

    /// The `system_fingerprint` of its answers, if they have one.
    Optional<String> fingerprint() {
        return fingerprint;
    }

    /// Paths of requests that were repeated because the connection broke off.
    Set<String> retried() {
        return retried;
    }

    /// GET below the version segment.
    ServerReply get(String path) {
        return send(request(versioned + "/" + path).GET());
    }

    /// GET beside the version segment, for endpoints specific to the server.
    ServerReply getOwn(String path) {
        return send(request(root + "/" + path).GET());
    }

    /// POST to a dialect's endpoint.
    public ServerReply ask(ServerDialect dialect, String path, JsonNode body) {
        HttpRequest.Builder request = posted(versioned + "/" + path, body);
        if (dialect == ServerDialect.MESSAGES) {
            request.header("anthropic-version", "2023-06-01");
            key.ifPresent(known -> request.header("x-api-key", known.secret()));
        }
        return send(request);
    }

    /// POST beside the version segment, for endpoints specific to the server.
    public ServerReply askOwn(String path, JsonNode body) {
        return send(posted(root + "/" + path, body));
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private HttpRequest.Builder posted(String url, JsonNode body) {
        return request(url).header("content-type", "application/json").POST(BodyPublishers.ofString(body.toString()));
    }

    private HttpRequest.Builder request(String url) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).header("accept", "application/json, text/event-stream");
        key.ifPresent(known -> request.header("authorization", "Bearer " + known.secret()));
        return request;
    }

    /// Repeats a request once whose connection broke off: that may be chance.
    private ServerReply send(HttpRequest.Builder request) {
        ServerReply first = sendOnce(request);
        if (first instanceof ServerReply.Unanswered(ServerReply.Cause cause, String _)
                && cause == ServerReply.Cause.BROKEN_OFF) {
            retried.add(request.build().uri().getPath());
            return sendOnce(request);
        }
        return first;
    }

    private ServerReply sendOnce(HttpRequest.Builder request) {
        requests++;
        CompletableFuture<HttpResponse<String>> answer =
                http.sendAsync(request.build(), BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES));
        try {
            HttpResponse<String> whole = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            fingerprint = fingerprint.or(() -> Optional.of(FINGERPRINT.matcher(whole.body()))
                    .filter(Matcher::find)
                    .map(found -> found.group(1)));
            return new ServerReply.Answered(whole.statusCode(), whole.headers(), whole.body());
        } catch (TimeoutException e) {
            answer.cancel(true);
            return new ServerReply.Unanswered(
                    ServerReply.Cause.TIMED_OUT, "no complete answer within " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            return failed(Objects.requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted during a request to the server");
        }
    }

    private static ServerReply failed(Throwable cause) {
        return switch (cause) {
            case ConnectException e -> unreachable(reason(e, "connection refused"));
            case HttpConnectTimeoutException e -> unreachable("no connection within " + CONNECT.toSeconds() + " s");
            case UnknownHostException e -> unreachable("no such host");
            case UnresolvedAddressException e -> unreachable("no such host");
            case SSLException e -> unreachable(reason(e, "no TLS connection"));
            case IOException e ->
                new ServerReply.Unanswered(ServerReply.Cause.BROKEN_OFF, reason(e, "the connection was closed"));
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> throw new IllegalStateException(cause);
        };
    }

    private static ServerReply unreachable(String reason) {
        return new ServerReply.Unanswered(ServerReply.Cause.UNREACHABLE, reason);
    }

    private static String reason(Exception failure, String fallback) {
        if (failure.getCause() instanceof UnresolvedAddressException) {
            return "no such host";
        }
        return failure.getMessage() == null ? fallback : failure.getMessage();
    }
}
