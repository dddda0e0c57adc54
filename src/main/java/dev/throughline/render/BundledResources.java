package dev.throughline.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// Reads the program's bundled JSON and text resources.
public final class BundledResources {
    private BundledResources() {}

    /// The JSON of a resource of this package.
    ///
    /// @throws IllegalStateException if it is missing
    static JsonNode resource(String name) {
        return parse(text(name));
    }

    /// The text of a resource of this package.
    ///
    /// @throws IllegalStateException if it is missing
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

    /// Parses a JSON text that is a constant of the program.
    ///
    /// @throws IllegalStateException if it is not JSON
    public static JsonNode parse(String text) {
        try {
            return Json.TREES.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a bundled resource is not JSON", e);
        }
    }
}
