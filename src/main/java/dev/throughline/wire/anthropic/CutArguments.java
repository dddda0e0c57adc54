package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.JsonBody;
import java.io.IOException;

/// Arguments of a call as an object, also when the answer was cut in the midst of them.
final class CutArguments {
    private CutArguments() {}

    /// The object that the text is; of text that was cut, its complete pairs.
    static ObjectNode object(String arguments) {
        ObjectNode object = JsonBody.LENIENT.createObjectNode();
        try (JsonParser json = JsonBody.LENIENT.getFactory().createParser(arguments)) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    JsonNode value = JsonBody.LENIENT.readTree(json);
                    object.set(name, value);
                }
            }
        } catch (IOException _) {
            // The text ends here: what was read so far is complete.
        }
        return object;
    }
}
