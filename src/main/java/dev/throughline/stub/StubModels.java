package dev.throughline.stub;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.DialectCodec;
import dev.throughline.wire.StrictJson;
import java.io.IOException;
import java.util.List;

/// The models that the stub lists. A request may name any model; this list is for clients that query it first.
public final class StubModels {
    private static final List<String> MODELS = List.of(
            "glm-5.3",
            "glm-5.2",
            "glm-5.1",
            "glm-5",
            "glm-4.7",
            "glm-4.7-flash",
            "glm-4.6",
            "glm-4.5",
            "glm-4.5-air",
            "throughline-stub");

    private StubModels() {}

    public static boolean lists(String model) {
        return MODELS.contains(model);
    }

    /// The body of `GET v1/models`.
    public static byte[] all(DialectCodec codec) {
        return codec.models(MODELS);
    }

    /// The body of `GET v1/models/{id}`.
    public static byte[] one(DialectCodec codec, String id) {
        try {
            JsonNode list = StrictJson.MAPPER.readTree(codec.models(List.of(id)));
            return StrictJson.write(list.path("data").path(0));
        } catch (IOException e) {
            throw new IllegalStateException("the list of models is not JSON", e);
        }
    }
}
