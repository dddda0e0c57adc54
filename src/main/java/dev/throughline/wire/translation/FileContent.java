package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.PdfFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// The content of a part that a client sent as a file: an Anthropic `document`, a Responses `input_file`, a
/// chat `file`.
sealed interface FileContent {
    /// Maximum number of bytes of a file that are read as text.
    int LARGEST = 4 << 20;

    /// Not a file.
    record NoFile() implements FileContent {}

    /// A text file.
    /// @param name its title or file name; empty for none
    record PlainText(String name, String text) implements FileContent {
        /// The text with its name, for a model that does not accept files.
        String named() {
            return name.isEmpty() ? text : "File " + name.replaceAll("\\s+", " ") + ":\n" + text;
        }
    }

    /// A file that cannot be read here.
    /// @param what a description for a message
    record Unreadable(String what) implements FileContent {}

    static FileContent of(JsonNode part) {
        return switch (part.path("type").asText("")) {
            case "document" -> document(part);
            case "input_file" -> file(part, part.path("file_url").isTextual());
            case "file" -> file(part.path("file"), false);
            default -> new NoFile();
        };
    }

    /// Whether a dialect accepts a file other than text.
    static boolean isCarried(JsonNode part, Dialect to) {
        boolean isBytes = part.path("source").path("type").asText("").equals("base64")
                || part.path("source").path("type").asText("").equals("url")
                || part.path("file").isObject();
        return switch (to) {
            case RESPONSES -> isBytes;
            case ANTHROPIC, OPENAI_CHAT -> PdfFile.of(part).isPresent();
        };
    }

    private static FileContent document(JsonNode part) {
        JsonNode source = part.path("source");
        String name = part.path("title").asText("");
        return switch (source.path("type").asText("")) {
            case "text" -> new PlainText(name, source.path("data").asText(""));
            case "content" -> new PlainText(name, texts(source.path("content")));
            case "base64" -> decoded(name, source.path("data").asText(""));
            case "url" -> new Unreadable("a link");
            default -> new Unreadable("a reference to its provider's store");
        };
    }

    private static FileContent file(JsonNode file, boolean isLink) {
        String data = file.path("file_data").asText("");
        if (data.isEmpty()) {
            return new Unreadable(isLink ? "a link" : "a reference to its provider's store");
        }
        int comma = data.startsWith("data:") ? data.indexOf(',') : -1;
        return decoded(file.path("filename").asText(""), data.substring(comma + 1));
    }

    private static String texts(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        var text = new StringBuilder();
        content.forEach(block -> text.append(block.path("text").asText("")));
        return text.toString();
    }

    private static FileContent decoded(String name, String base64) {
        if (base64.length() / 4 * 3 > LARGEST) {
            return new Unreadable("larger than " + LARGEST + " bytes");
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(base64);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.startsWith("%PDF-")) {
                return new Unreadable("a PDF");
            }
            return text.indexOf('\0') >= 0 ? new Unreadable("binary") : new PlainText(name, text);
        } catch (CharacterCodingException _) {
            return new Unreadable("not UTF-8 text");
        } catch (IllegalArgumentException _) {
            return new Unreadable("not valid base64");
        }
    }
}
