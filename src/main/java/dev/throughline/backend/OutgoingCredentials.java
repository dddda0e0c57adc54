package dev.throughline.backend;

import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.RequestRedaction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The credentials that a request carries to a backend, for masking them in errors in which a backend
/// repeats them ("Incorrect API key provided: sk-…"), before these reach a client or the database.
public final class OutgoingCredentials {
    private static final List<String> HEADERS = List.of("authorization", "x-api-key");
    private static final String HIDDEN = "[key]";
    /// Shorter values are no secrets, and would match in any text.
    private static final int SHORTEST = 6;

    private final List<String> ofHeaders;
    private final byte[] body;
    private @Nullable List<String> texts;

    private OutgoingCredentials(List<String> ofHeaders, byte[] body) {
        this.ofHeaders = ofHeaders;
        this.body = body;
    }

    /// The credentials among a request's headers, without their schemes, and in its body. The body is
    /// parsed only if a backend responds with an error.
    /// @param body a JSON document, or empty
    public static OutgoingCredentials of(Map<String, String> headers, byte[] body) {
        return new OutgoingCredentials(
                HEADERS.stream()
                        .flatMap(name -> Optional.ofNullable(headers.get(name)).stream())
                        .map(value -> value.substring(value.indexOf(' ') + 1).strip())
                        .toList(),
                body);
    }

    /// The same with the credentials of the body already known, so that nothing of the body is kept or parsed again.
    /// @param ofBody as returned by `RequestRedaction.credentials`
    public static OutgoingCredentials of(Map<String, String> headers, List<String> ofBody) {
        OutgoingCredentials outgoingCredentials = of(headers, new byte[0]);
        outgoingCredentials.texts = distinct(outgoingCredentials.ofHeaders, ofBody);
        return outgoingCredentials;
    }

    private static List<String> distinct(List<String> ofHeaders, List<String> ofBody) {
        return Stream.concat(ofHeaders.stream(), ofBody.stream())
                .filter(text -> text.length() >= SHORTEST)
                .distinct()
                .toList();
    }

    private List<String> texts() {
        List<String> known = texts;
        if (known == null) {
            known = distinct(ofHeaders, RequestRedaction.credentials(body));
            texts = known;
        }
        return known;
    }

    /// Whether the bytes contain one of them.
    public boolean areIn(byte[] bytes, int from, int length) {
        String text = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
        return texts().stream().anyMatch(text::contains);
    }

    /// A body without them; the same instance if it contains none.
    byte[] hide(byte[] body) {
        return areIn(body, 0, body.length)
                ? hide(new String(body, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1)
                : body;
    }

    /// A failure without them.
    public Failure hide(Failure failure) {
        return new Failure(
                failure.kind(),
                failure.status(),
                hide(failure.message()),
                failure.param().map(this::hide),
                failure.retryAfter());
    }

    private String hide(String text) {
        String shown = text;
        for (String secret : texts()) {
            shown = shown.replace(secret, HIDDEN);
        }
        return shown;
    }
}
