package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reads the JSON and the texts that are part of the program.
public final class BundledResources {
    private static final JsonMapper JSON = new JsonMapper();

    private BundledResources() {}

    /// The JSON of a resource of this package.
    ///
    /// @throws IllegalStateException if the program lacks it
    static JsonNode resource(String name) {
        return parse(text(name));
    }

    /// The text of a resource of this package.
    ///
    /// @throws IllegalStateException if the program lacks it
    static String text(String name) {
        try (InputStream in = BundledResources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the build lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the program's " + name + " cannot be read", e);
        }
    }

    /// A JSON text that is written in the program.
    ///
    /// @throws IllegalStateException if it is none
    public static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a bundled resource is not JSON", e);
        }
    }
}
