package dev.throughline.backend.http;

import java.util.Map;

/// What is sent to a backend for an answer.
/// @param headers end-to-end headers, names in lower case
/// @param isStream whether the answer was asked for as a stream
/// @param secrets what of it no error of the backend may repeat
public record BackendRequest(
        BackendPath path, Map<String, String> headers, byte[] body, boolean isStream, OutgoingCredentials secrets) {
    public BackendRequest {
        headers = Map.copyOf(headers);
    }

    /// A request whose body is only read for credentials when the backend answers with an error.
    public BackendRequest(BackendPath path, Map<String, String> headers, byte[] body, boolean isStream) {
        this(path, headers, body, isStream, OutgoingCredentials.of(headers, body));
    }
}
