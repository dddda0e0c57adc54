package dev.throughline.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import dev.throughline.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes one JSON object per line, in UTF-8, so that truncation of the file is detectable.
///
/// The first line is a header whose `type` ends with `-header`; the last one is a footer with `"type":"footer"`, the
/// number of `lines` between the two and `sha256`: the digest, in hexadecimal, of every byte before the footer, line
/// feeds included. A file without a footer, or with another digest, is incomplete.
public final class JsonLines {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int lines;

    private JsonLines() {}

    /// Begins a file.
    /// @param type type of the content, for instance `run-report`
    /// @param version version of the format of its lines; a higher one may have additional fields
    /// @param fields additional fields of the header
    public static JsonLines begin(String type, int version, ObjectNode fields) {
        var file = new JsonLines();
        ObjectNode header =
                Json.TREES.createObjectNode().put("type", type + "-header").put("formatVersion", version);
        file.append(header.setAll(fields));
        return file;
    }

    /// Adds a line.
    /// @param type type of the line
    /// @param shape a record or a tree that is written as a JSON object
    public JsonLines line(String type, Object shape) {
        byte[] object = bytes(Json.RECORDS, shape);
        boolean isEmpty = object.length == "{}".length();
        out.writeBytes(("{\"type\":\"" + type + (isEmpty ? "\"" : "\",")).getBytes(StandardCharsets.UTF_8));
        out.write(object, 1, object.length - 1);
        out.write('\n');
        lines++;
        return this;
    }

    /// Ends the file.
    /// @param counts additional fields of the footer
    public byte[] end(ObjectNode counts) {
        ObjectNode footer = Json.TREES.createObjectNode().put("type", "footer").put("lines", lines);
        footer.setAll(counts);
        append(footer.put("sha256", Sha256.hex(out.toByteArray())));
        return out.toByteArray();
    }

    private void append(JsonNode line) {
        out.writeBytes(bytes(Json.TREES, line));
        out.write('\n');
    }

    private static byte[] bytes(JsonMapper mapper, Object shape) {
        try {
            return mapper.writeValueAsBytes(shape);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a line could not be written", e);
        }
    }
}
