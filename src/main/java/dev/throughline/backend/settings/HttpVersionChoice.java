package dev.throughline.backend.settings;

/// The version of HTTP used with a backend.
public enum HttpVersionChoice {
    /// HTTP/2 over TLS if the backend offers it, otherwise HTTP/1.1.
    AUTO("auto"),
    HTTP_1_1("1.1"),
    /// HTTP/2, without TLS by prior knowledge.
    HTTP_2("2");

    private final String id;

    HttpVersionChoice(String id) {
        this.id = id;
    }

    /// The name used in settings.
    public String id() {
        return id;
    }
}
