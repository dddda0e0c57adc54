package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/// A PDF whose bytes are in the request: an Anthropic `document`, a Responses `input_file` or a chat `file`.
/// @param name the file's name; empty for none
/// @param base64 its bytes
public record PdfFile(String name, String base64) {
    /// `%PDF-` in base64.
    private static final String BEGINNING = "JVBERi0";

    /// The PDF in a part; empty for another part.
    public static Optional<PdfFile> of(JsonNode part) {
        if (part.path("type").asText("").equals("document")) {
            return pdf(
                    part.path("title").asText(""),
                    part.path("source").path("data").asText(""));
        }
        JsonNode file = part.path("type").asText("").equals("file") ? part.path("file") : part;
        String data = file.path("file_data").asText("");
        String bytes = data.substring(data.startsWith("data:") ? data.indexOf(',') + 1 : 0);
        return pdf(file.path("filename").asText(""), bytes);
    }

    private static Optional<PdfFile> pdf(String name, String base64) {
        return base64.startsWith(BEGINNING) ? Optional.of(new PdfFile(name, base64)) : Optional.empty();
    }
}
