package dev.throughline.conversation;

/// Where a picture is.
public sealed interface ImageSource {

    /// In the request itself.
    /// @param mediaType e.g. `image/png`
    /// @param base64 the bytes, as sent
    record Inline(String mediaType, String base64) implements ImageSource {
        @Override
        public String url() {
            return DATA + mediaType + BASE64 + base64;
        }
    }

    /// Somewhere else; the backend fetches it.
    record Linked(String url) implements ImageSource {}

    /// What a `data:` URL begins with (RFC 2397).
    String DATA = "data:";

    /// What stands between the media type of a `data:` URL and its bytes.
    String BASE64 = ";base64,";

    /// The one URL that says all of it: a `data:` URL for a picture in the request.
    String url();

    /// What a URL says: `data:TYPE;base64,BYTES` is in the request, every other URL is a link, kept as it came.
    static ImageSource of(String url) {
        int split = url.indexOf(BASE64);
        boolean isInline = url.startsWith(DATA) && split > DATA.length() && url.indexOf(',') > split;
        return isInline
                ? new Inline(url.substring(DATA.length(), split), url.substring(split + BASE64.length()))
                : new Linked(url);
    }
}
