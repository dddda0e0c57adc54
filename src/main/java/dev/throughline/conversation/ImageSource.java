package dev.throughline.conversation;

/// The location of an image.
public sealed interface ImageSource {
    /// In the request itself.
    /// @param mediaType such as `image/png`
    /// @param base64 the bytes, as sent
    record Inline(String mediaType, String base64) implements ImageSource {
        @Override
        public String url() {
            return DATA + mediaType + BASE64 + base64;
        }
    }

    /// An external image, fetched by the backend.
    record Linked(String url) implements ImageSource {}

    /// The prefix of a `data:` URL (RFC 2397).
    String DATA = "data:";

    /// The separator between the media type of a `data:` URL and its bytes.
    String BASE64 = ";base64,";

    /// The image as a single URL: a `data:` URL for an image in the request.
    String url();

    /// Parses a URL: `data:TYPE;base64,BYTES` is in the request, every other URL is a link, kept as received.
    static ImageSource of(String url) {
        int split = url.indexOf(BASE64);
        boolean isInline = url.startsWith(DATA) && split > DATA.length() && url.indexOf(',') > split;
        return isInline
                ? new Inline(url.substring(DATA.length(), split), url.substring(split + BASE64.length()))
                : new Linked(url);
    }
}
