package dev.throughline.wire;

import dev.throughline.wire.sse.FrameBuffer;
import java.util.List;

/// Writes the list of models as both of OpenAI's dialects have it. Source: the OpenAI API reference, "Models".
final class OpenAiModels {
    /// Creation time of the stub's models, in seconds since 1970; clients require a number and ignore it.
    private static final long CREATED = 1_750_000_000L;

    private OpenAiModels() {}

    static byte[] body(List<String> models) {
        var out = new FrameBuffer().raw("{\"object\":\"list\",\"data\":[");
        for (int i = 0; i < models.size(); i++) {
            out.raw(i == 0 ? "{\"id\":" : ",{\"id\":").json(models.get(i));
            out.raw(",\"object\":\"model\",\"created\":").number(CREATED).raw(",\"owned_by\":\"throughline\"}");
        }
        return out.raw("]}").take();
    }
}
