package dev.throughline.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The context of a JSON value in a request that decides whether the value is a credential. Names are
/// compared in lower case without `_` and `-`.
///
/// A tool's JSON schema, what a model passed to a tool and log probabilities (`token`) are never credentials,
/// whatever the names of their fields. Source: OpenAI Responses (`tools[].authorization`, `.headers`,
/// `domain_secrets`),
/// Anthropic messages (`mcp_servers[].authorization_token`), Azure OpenAI
/// (`data_sources[].parameters.authentication`), Z.ai (`tools[].mcp.headers`), LiteLLM (`api_key`,
/// `extra_headers`, `aws_…`).
///
/// @param name the field through which the value was entered; an element of an array has that of the array
/// @param top the top-level field that contains it
/// @param depth 0 for the root
record CredentialField(String name, String top, int depth, Kind kind) {
    static final CredentialField ROOT = new CredentialField("", "", 0, Kind.PLAIN);

    /// Credentials, whether the field has a text, an array or an object.
    private static final Set<String> NAMES = Set.of(
            "authorization",
            "authorizationtoken",
            "apikey",
            "xapikey",
            "accesskey",
            "secretkey",
            "privatekey",
            "token",
            "cookie",
            "cookies",
            "accesstoken",
            "refreshtoken",
            "idtoken",
            "authtoken",
            "bearertoken",
            "sessiontoken",
            "clientsecret",
            "secret",
            "password",
            "connectionstring",
            "awsaccesskeyid",
            "awssecretaccesskey",
            "awssessiontoken",
            "azureadtoken",
            "vertexcredentials");
    /// Credentials only as an object or array.
    private static final Set<String> OBJECTS =
            Set.of("headers", "extraheaders", "httpheaders", "authentication", "credentials", "domainsecrets");
    private static final Set<String> LABELS = Set.of("type", "domain", "name");
    private static final Set<String> FREE = Set.of(
            "parameters",
            "inputschema",
            "schema",
            "jsonschema",
            "properties",
            "input",
            "arguments",
            "output",
            "logprobs");
    private static final String DATA_SOURCES = "datasources";
    private static final List<byte[]> ENDINGS = List.of(
                    "authorization",
                    "token",
                    "headers",
                    "key",
                    "key_id",
                    "keyid",
                    "secret",
                    "secrets",
                    "password",
                    "url",
                    "credentials",
                    "authentication",
                    "string",
                    "cookie",
                    "cookies",
                    "base")
            .stream()
            .map(ending -> ending.getBytes(StandardCharsets.US_ASCII))
            .toList();

    /// The role of the values below a field.
    enum Kind {
        PLAIN,
        /// Credentials, all of them.
        SECRET,
        /// Texts that are part of the conversation.
        FREE
    }

    /// Decided by the value itself.
    enum Value {
        NO_CREDENTIAL,
        CREDENTIAL,
        /// A URL whose user information and query may be credentials.
        URL
    }

    /// The context of an object or array below this one.
    /// @param field null for an element of an array
    CredentialField below(@Nullable String field) {
        if (field == null) {
            return new CredentialField(name, top, depth + 1, kind);
        }
        String plain = plain(field);
        return new CredentialField(plain, depth <= 1 ? plain : top, depth + 1, kindOf(plain));
    }

    private Kind kindOf(String plain) {
        if (kind != Kind.PLAIN) {
            return kind;
        }
        if (NAMES.contains(plain) || OBJECTS.contains(plain)) {
            return Kind.SECRET;
        }
        // The top-level `input` is a conversation, not the arguments of a call.
        boolean isFree = FREE.contains(plain) && !top.equals(DATA_SOURCES) && !(plain.equals("input") && depth <= 1);
        return isFree ? Kind.FREE : Kind.PLAIN;
    }

    /// The role of a text below this field.
    /// @param field null for an element of an array
    Value value(@Nullable String field) {
        String plain = field == null ? name : plain(field);
        return switch (kind) {
            case FREE -> Value.NO_CREDENTIAL;
            case SECRET -> LABELS.contains(plain) ? Value.NO_CREDENTIAL : Value.CREDENTIAL;
            case PLAIN -> {
                if (NAMES.contains(plain)) {
                    yield Value.CREDENTIAL;
                }
                yield plain.endsWith("url") || plain.equals("apibase") ? Value.URL : Value.NO_CREDENTIAL;
            }
        };
    }

    /// Whether JSON bytes contain the name of a field known to this class; a single pass, with false
    /// positives.
    /// @param from 0, or the offset behind a value
    static boolean mayBeIn(byte[] json, int from) {
        // A search in a text looks at many bytes at once.
        String text = new String(json, from, json.length - from, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf('"'); at >= 0 && at < text.length() - 1; at = text.indexOf('"', at + 1)) {
            char next = text.charAt(at + 1);
            if ((next == ':' || next <= ' ') && endsAName(json, from + at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsAName(byte[] json, int end) {
        for (byte[] ending : ENDINGS) {
            if (endsWith(json, end, ending)) {
                return true;
            }
        }
        return false;
    }

    private static boolean endsWith(byte[] json, int end, byte[] ending) {
        int from = end - ending.length;
        for (int i = ending.length - 1; from >= 0 && i >= 0; i--) {
            if ((json[from + i] | 0x20) != (ending[i] | 0x20)) {
                return false;
            }
        }
        return from >= 0;
    }

    private static String plain(String field) {
        return field.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }
}
