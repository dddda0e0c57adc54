package dev.throughline.gateway.proxy;

import dev.throughline.access.Credentials;
import dev.throughline.backend.settings.BackendSettings;
import dev.throughline.conversation.Dialect;
import io.vertx.core.MultiMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The headers sent to a backend: the client's end-to-end headers if both speak the same dialect, and the
/// credential: the backend's own, or the client's in the form of the backend's dialect. One of our keys is
/// never sent to a backend.
public final class BackendRequestHeaders {
    private static final Set<String> KEPT_BACK = Set.of(
            "host",
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "expect",
            "content-length",
            "content-type",
            "content-encoding",
            "accept",
            "accept-encoding",
            "authorization",
            "x-api-key",
            "api-key",
            "cookie",
            "forwarded",
            "x-forwarded-for",
            "x-real-ip",
            "x-include-thinking",
            "origin",
            "referer");

    private static final Set<String> DESCRIBING = Set.of("content-type", "content-encoding", "accept");
    private static final String VERSION = "anthropic-version";
    private static final String OLDEST_VERSION = "2023-06-01";

    private BackendRequestHeaders() {}

    /// The betas that a client's headers name.
    public static Set<String> betas(MultiMap headers) {
        return headers.getAll("anthropic-beta").stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .collect(Collectors.toSet());
    }

    public static Map<String, String> of(
            MultiMap client, BackendSettings settings, boolean isSameDialect, boolean isStream) {
        Map<String, String> headers = new HashMap<>();
        if (isSameDialect) {
            endToEnd(client, headers);
        }
        headers.put("content-type", "application/json");
        headers.put("accept", isStream ? "text/event-stream" : "application/json");
        headers.putIfAbsent("user-agent", "throughline");
        if (isSameDialect && settings.apiKey().isEmpty()) {
            asSent(client, "authorization", headers);
            asSent(client, "x-api-key", headers);
        } else {
            credential(client, settings).ifPresent(key -> put(headers, settings.dialect(), key));
        }
        if (settings.dialect() == Dialect.ANTHROPIC) {
            headers.putIfAbsent(VERSION, OLDEST_VERSION);
        }
        return headers;
    }

    /// The headers of a token counting request, which uses Anthropic's dialect whatever else the backend
    /// speaks.
    static Map<String, String> ofCount(MultiMap client, BackendSettings settings) {
        Map<String, String> headers = of(client, settings, true, false);
        headers.putIfAbsent(VERSION, OLDEST_VERSION);
        return headers;
    }

    /// The headers of a request that passes as bytes, with the client's content type.
    static Map<String, String> ofPassed(MultiMap client, BackendSettings settings) {
        Map<String, String> headers =
                of(client, settings, settings.dialect() != Dialect.ANTHROPIC || isAnthropic(client), false);
        for (String name : DESCRIBING) {
            headers.remove(name);
            Optional.ofNullable(client.get(name)).ifPresent(value -> headers.put(name, value));
        }
        return headers;
    }

    private static boolean isAnthropic(MultiMap client) {
        return client.contains(VERSION);
    }

    /// The end-to-end headers; repeated headers are joined to a list. Source: RFC 9110, sections 5.3 and
    /// 7.6.1.
    private static void endToEnd(MultiMap client, Map<String, String> headers) {
        Set<String> hops = hops(client.getAll("connection"));
        for (Map.Entry<String, String> header : client) {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (!KEPT_BACK.contains(name) && !hops.contains(name) && !name.startsWith("x-throughline-")) {
                headers.merge(name, header.getValue(), (former, latter) -> former + ", " + latter);
            }
        }
    }

    /// The headers that concern one connection only, as a client lists them.
    private static Set<String> hops(List<String> connection) {
        if (connection.isEmpty()) {
            return Set.of();
        }
        return connection.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static void asSent(MultiMap client, String name, Map<String, String> headers) {
        foreign(client, name).ifPresent(value -> headers.put(name, value));
    }

    /// A credential other than one of our keys.
    private static Optional<String> foreign(MultiMap client, String name) {
        return Optional.ofNullable(client.get(name))
                .filter(value -> !value.isBlank())
                .filter(value -> !Credentials.isOurs(value));
    }

    /// The key without its scheme.
    private static Optional<String> credential(MultiMap client, BackendSettings settings) {
        if (settings.apiKey().isPresent()) {
            return settings.apiKey();
        }
        return foreign(client, "x-api-key")
                .or(() -> foreign(client, "authorization").map(BackendRequestHeaders::withoutScheme));
    }

    private static String withoutScheme(String value) {
        boolean hasScheme = value.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length());
        return hasScheme ? value.substring("Bearer ".length()) : value;
    }

    private static void put(Map<String, String> headers, Dialect dialect, String key) {
        switch (dialect) {
            case ANTHROPIC -> {
                headers.put("x-api-key", key);
                headers.put("authorization", "Bearer " + key);
            }
            case OPENAI_CHAT, RESPONSES -> headers.put("authorization", "Bearer " + key);
        }
    }
}
