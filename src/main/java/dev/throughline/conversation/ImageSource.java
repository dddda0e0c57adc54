package dev.throughline.conversation;

/// Where a picture is.
public sealed interface ImageSource {

    /// In the request itself.
    /// @param mediaType e.g. `image/png`
    /// @param base64 the bytes, as sent
    record Inline(String mediaType, String base64) implements ImageSource {}

    /// Somewhere else; the backend fetches it.
    record Linked(String url) implements ImageSource {}
}
