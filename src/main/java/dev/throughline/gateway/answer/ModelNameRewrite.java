package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.wire.sse.ModelFieldRewrite;
import dev.throughline.wire.sse.SseFrame;

/// The name of the model that a client asked for, put into an answer of a backend that knows the model by another. All
/// other bytes stay as they came.
public final class ModelNameRewrite {
    private final String name;
    private final boolean isNested;
    private final ModelFieldRewrite inFrames;
    private boolean isFound;

    /// @param dialect of the client and of the backend
    public ModelNameRewrite(String name, Dialect dialect) {
        this.name = name;
        this.isNested = dialect != Dialect.OPENAI_CHAT;
        this.inFrames = new ModelFieldRewrite(name, isNested);
    }

    /// A frame with the name in it. Anthropic names the model in the first frame only, Responses in those that hold
    /// the whole response, chat in every one.
    SseFrame in(SseFrame frame) {
        boolean mayName = !isNested || !isFound || frame.event().startsWith("response.") && !isDelta(frame);
        if (!mayName) {
            return frame;
        }
        SseFrame renamed = inFrames.renamed(frame);
        isFound |= renamed != frame;
        return renamed;
    }

    private static boolean isDelta(SseFrame frame) {
        return frame.event().endsWith(".delta");
    }

    /// A whole answer with the name in it.
    /// @param body the answer as a tree; gets the name too
    byte[] in(ObjectNode body, byte[] bytes) {
        if (!body.path("model").isTextual()) {
            return bytes;
        }
        body.put("model", name);
        return new ModelFieldRewrite(name, false).renamed(bytes);
    }
}
