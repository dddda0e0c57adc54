package dev.throughline.backend;

import java.util.Map;

/// What is sent to a backend for an answer.
/// @param headers end-to-end headers, names in lower case
/// @param isStream whether the answer was asked for as a stream
public record BackendRequest(BackendPath path, Map<String, String> headers, byte[] body, boolean isStream) {
    public BackendRequest {
        headers = Map.copyOf(headers);
    }

    /// What of it no error of the backend may repeat.
    public Secrets secrets() {
        return Secrets.of(headers, body);
    }
}
