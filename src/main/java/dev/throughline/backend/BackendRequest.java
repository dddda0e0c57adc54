package dev.throughline.backend;

import java.util.Map;

/// A request for an answer, as sent to a backend.
/// @param headers end-to-end headers, names in lower case
/// @param isStream whether it asks for a stream
/// @param secrets credentials of it that must not be repeated from an error of the backend
public record BackendRequest(
        BackendPath path, Map<String, String> headers, byte[] body, boolean isStream, OutgoingCredentials secrets) {
    public BackendRequest {
        headers = Map.copyOf(headers);
    }

    /// A request whose body is searched for credentials only if the backend responds with an error.
    public BackendRequest(BackendPath path, Map<String, String> headers, byte[] body, boolean isStream) {
        this(path, headers, body, isStream, OutgoingCredentials.of(headers, body));
    }
}
