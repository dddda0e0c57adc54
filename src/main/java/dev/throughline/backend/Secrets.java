package dev.throughline.backend;

import dev.throughline.stream.StreamEvent.Failure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The credentials that a request carries to a backend, so that a backend which repeats them in an error does not bring
/// them to a client or into the record ("Incorrect API key provided: sk-…").
public final class Secrets {
    private static final List<String> HEADERS = List.of("authorization", "x-api-key");
    private static final String HIDDEN = "[key]";
    /// What is shorter guards nothing, and would be found in any text.
    private static final int SHORTEST = 6;

    private final List<String> texts;

    private Secrets(List<String> texts) {
        this.texts = texts;
    }

    /// The credentials among a request's headers, without their schemes.
    public static Secrets of(Map<String, String> headers) {
        return new Secrets(HEADERS.stream()
                .flatMap(name -> Optional.ofNullable(headers.get(name)).stream())
                .flatMap(value ->
                        Stream.of(value.substring(value.indexOf(' ') + 1).strip()))
                .filter(text -> text.length() >= SHORTEST)
                .distinct()
                .toList());
    }

    /// Whether some bytes hold one of them.
    public boolean areIn(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        return texts.stream().anyMatch(text::contains);
    }

    /// A body without them; the very same one when none is in it.
    byte[] hide(byte[] body) {
        return areIn(body, 0, body.length)
                ? hide(new String(body, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1)
                : body;
    }

    Failure hide(Failure failure) {
        return new Failure(
                failure.kind(),
                failure.status(),
                hide(failure.message()),
                failure.param().map(this::hide),
                failure.retryAfter());
    }

    private String hide(String text) {
        String shown = text;
        for (String secret : texts) {
            shown = shown.replace(secret, HIDDEN);
        }
        return shown;
    }
}
