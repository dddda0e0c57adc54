package dev.throughline.wire.anthropic;

import dev.throughline.wire.sse.FrameBuffer;
import java.util.List;

/// Writes the list of models as one page.
final class AnthropicModels {
    private static final String CREATED = "2025-06-15T00:00:00Z";

    private AnthropicModels() {}

    public static byte[] body(List<String> models) {
        var out = new FrameBuffer().raw("{\"data\":[");
        for (int i = 0; i < models.size(); i++) {
            out.raw(i == 0 ? "" : ",").raw("{\"type\":\"model\",\"id\":").json(models.get(i));
            out.raw(",\"display_name\":").json(models.get(i));
            out.raw(",\"created_at\":").json(CREATED).raw("}");
        }
        out.raw("],\"has_more\":false,\"first_id\":");
        id(models.isEmpty() ? "" : models.getFirst(), out);
        out.raw(",\"last_id\":");
        id(models.isEmpty() ? "" : models.getLast(), out);
        return out.raw("}").take();
    }

    private static void id(String model, FrameBuffer out) {
        if (model.isEmpty()) {
            out.raw("null");
        } else {
            out.json(model);
        }
    }
}
