package dev.throughline.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.throughline.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Removes the credentials from a request's body before anything of it is stored. The backend receives the
/// body unredacted.
///
/// A credential becomes `[secret HASH]`, the first 8 hexadecimal digits of its SHA-256: equal ones can be
/// recognized, but too little is left to find a weak one by brute force. In a URL the user information is
/// replaced, and a query or fragment that looks signed: other URLs are kept, since conversations held by
/// the server continue from what is stored. All other bytes are unchanged. A body is parsed only if it
/// contains the name of such a field.
public final class RequestRedaction {
    private static final JsonFactory JSON = StrictJson.bounded().build();
    private static final Pattern URL = Pattern.compile(
            "(https?://)(?:([^/?#]*)@)?([^?#]*)(?:([?#])(.*))?", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    /// A query with a parameter named like a credential, or with a value as long as one.
    private static final Pattern SIGNED = Pattern.compile(
            "sig|token|key|secret|auth|cred|pass|jwt|session|ticket|x-|[^=&]{24}", Pattern.CASE_INSENSITIVE);
    private static final int HASH_DIGITS = 8;
    /// Shorter values cannot be signatures.
    private static final int SHORTEST_IN_QUERY = 16;

    private final byte[] body;
    private final List<Credential> found = new ArrayList<>();

    private RequestRedaction(byte[] body) {
        this.body = body;
    }

    /// A string of the body that contains a credential.
    /// @param from offset of its opening quote
    /// @param to offset after its closing quote
    /// @param shown what is stored instead
    /// @param secrets the credentials themselves
    private record Credential(int from, int to, String shown, List<String> secrets) {}

    /// The body without its credentials; the same array if it contains none.
    /// @param body a JSON document in UTF-8 that was already parsed
    public static byte[] redact(byte[] body) {
        List<Credential> found = find(body);
        if (found.isEmpty()) {
            return body;
        }
        var out = new ByteArrayOutputStream(body.length + 64 * found.size());
        int from = 0;
        for (Credential credential : found) {
            out.write(body, from, credential.from() - from);
            out.write('"');
            out.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(credential.shown()));
            out.write('"');
            from = credential.to();
        }
        out.write(body, from, body.length - from);
        return out.toByteArray();
    }

    /// The credentials in a body.
    /// @param body a JSON document in UTF-8 that was already parsed
    public static List<String> credentials(byte[] body) {
        return find(body).stream()
                .flatMap(credential -> credential.secrets().stream())
                .distinct()
                .toList();
    }

    /// Whether the part of a body behind an offset contains the name of a field that may have a credential: a
    /// single pass, with false positives.
    /// @param from 0, or the offset behind a value
    public static boolean mayApply(byte[] body, int from) {
        return CredentialField.mayBeIn(body, from);
    }

    private static List<Credential> find(byte[] body) {
        if (!mayApply(body, 0)) {
            return List.of();
        }
        var reading = new RequestRedaction(body);
        try (JsonParser parser = JSON.createParser(body)) {
            reading.read(parser);
        } catch (IOException e) {
            throw new IllegalStateException("a body that was parsed before is not JSON", e);
        }
        return reading.found;
    }

    private void read(JsonParser parser) throws IOException {
        Deque<CredentialField> outer = new ArrayDeque<>();
        CredentialField field = CredentialField.ROOT;
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token.isStructStart()) {
                outer.push(field);
                field = field.below(outer.size() == 1 ? "" : parser.currentName());
            } else if (token.isStructEnd()) {
                field = outer.pop();
            } else if (token == JsonToken.VALUE_STRING) {
                value(parser, field.value(parser.currentName()));
            }
        }
    }

    private void value(JsonParser parser, CredentialField.Value value) throws IOException {
        switch (value) {
            case NO_CREDENTIAL -> {}
            case CREDENTIAL -> {
                String text = parser.getText();
                if (!text.isEmpty()) {
                    add(parser, marker(text), List.of(text));
                }
            }
            case URL -> url(parser);
        }
    }

    private void url(JsonParser parser) throws IOException {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        boolean isHttp = from + 1 < body.length && (body[from + 1] | 0x20) == 'h';
        Matcher parts = isHttp ? URL.matcher(parser.getText()) : URL.matcher("");
        if (!parts.matches()) {
            return;
        }
        String user = parts.group(2);
        String query = parts.group(5);
        List<String> secrets = new ArrayList<>();
        var shown = new StringBuilder(parts.group(1));
        if (user != null && !user.isEmpty()) {
            secrets.add(user);
            secrets.add(user.substring(user.indexOf(':') + 1));
            shown.append(marker(user)).append('@');
        }
        shown.append(parts.group(3));
        if (query != null && SIGNED.matcher(query).find()) {
            secrets.add(query);
            Arrays.stream(query.split("[&=]"))
                    .filter(part -> part.length() >= SHORTEST_IN_QUERY)
                    .forEach(secrets::add);
            shown.append(parts.group(4)).append(marker(query));
        }
        if (!secrets.isEmpty()) {
            add(parser, shown.toString(), List.copyOf(secrets));
        }
    }

    private void add(JsonParser parser, String shown, List<String> secrets) {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        int to = (int) parser.currentLocation().getByteOffset();
        found.add(new Credential(from, to, shown, secrets));
    }

    private static String marker(String secret) {
        return "[secret " + Sha256.hex(secret).substring(0, HASH_DIGITS) + "]";
    }
}
