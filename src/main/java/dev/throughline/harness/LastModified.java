package dev.throughline.harness;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The dates of files on a server that never change, from the header `Last-Modified`.
/// Source: RFC 9110, 8.8.2.
final class LastModified {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private LastModified() {}

    /// Stops at the first file without a date: a server that omits one omits them all.
    /// @param names names of the files, oldest first; the newest is asked for first
    /// @param url the address of each
    static Map<String, Instant> of(List<String> names, UnaryOperator<String> url) {
        Map<String, Instant> found = new TreeMap<>();
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(LIMIT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            for (String name : names.reversed()) {
                Optional<Instant> moment = date(client, URI.create(url.apply(name)));
                if (moment.isEmpty()) {
                    return found;
                }
                found.put(name, moment.get());
            }
        } catch (IOException e) {
            // The rest has no dates.
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return found;
    }

    private static Optional<Instant> date(HttpClient client, URI file) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(file)
                .method("HEAD", BodyPublishers.noBody())
                .timeout(LIMIT)
                .build();
        HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
        try {
            return answer.headers()
                    .firstValue("last-modified")
                    .filter(_ -> answer.statusCode() == 200)
                    .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
