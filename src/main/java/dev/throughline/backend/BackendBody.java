package dev.throughline.backend;

/// A small response of a backend, whatever its status.
public record BackendBody(BackendHead head, byte[] bytes) {
    /// Whether it is a JSON response with a success status.
    public boolean isGood() {
        return head.status() >= 200 && head.status() < 300 && bytes.length > 0 && bytes[0] == '{';
    }
}
