package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameSearch;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Puts an `encrypted_content` into each reasoning item that has a text and none, at the end of the item and again
/// where the end of the response repeats it.
final class ResponsesSigning implements AnswerSigning {
    private static final FrameSearch REASONING = new FrameSearch("\"reasoning\"");
    private static final String ENCRYPTED = "encrypted_content";

    private final Supplier<String> proofs;
    /// By the id of the item, or its place where it has none.
    private final Map<String, String> given = new HashMap<>();

    /// @param proofs makes a new proof for each item
    public ResponsesSigning(Supplier<String> proofs) {
        this.proofs = proofs;
    }

    @Override
    public void on(SseFrame frame, Consumer<SseFrame> out) {
        boolean isSearched = !frame.isEmpty() && !frame.event().endsWith(".delta");
        out.accept(isSearched && REASONING.isIn(frame) ? signed(frame) : frame);
    }

    private SseFrame signed(SseFrame frame) {
        try {
            JsonNode body =
                    StrictJson.LENIENT.readTree(frame.data(), frame.dataFrom(), frame.dataTo() - frame.dataFrom());
            boolean isChanged = switch (body.path("type").asText(frame.event())) {
                case "response.output_item.done" ->
                    sign(body.path("item"), body.path("output_index").asInt(0));
                case "response.completed", "response.incomplete" -> output(body.path("response"));
                default -> false;
            };
            return isChanged ? SseFrame.of(frame.event(), StrictJson.write(body)) : frame;
        } catch (IOException _) {
            return frame;
        }
    }

    @Override
    public boolean whole(ObjectNode body) {
        return output(body);
    }

    private boolean output(JsonNode response) {
        boolean isChanged = false;
        JsonNode output = response.path("output");
        for (int place = 0; place < output.size(); place++) {
            isChanged |= sign(output.get(place), place);
        }
        return isChanged;
    }

    private boolean sign(JsonNode item, int place) {
        boolean lacksProof = item.path("type").asText("").equals("reasoning")
                && item.path(ENCRYPTED).asText("").isEmpty()
                && (hasText(item.path("content")) || hasText(item.path("summary")));
        if (lacksProof) {
            String id = item.path("id").asText(Integer.toString(place));
            ((ObjectNode) item).put(ENCRYPTED, given.computeIfAbsent(id, _ -> proofs.get()));
        }
        return lacksProof;
    }

    private static boolean hasText(JsonNode parts) {
        return !ResponsesPartTexts.joined(parts).isBlank();
    }
}
