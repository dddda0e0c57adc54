package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.AnswerSigning;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameSearch;
import dev.throughline.wire.sse.SseFrame;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Ends each thinking block without a signature with a `signature_delta`: before its `content_block_stop`,
/// or before whatever else follows it. Empty signatures, which clients would use instead of that one, are
/// dropped.
final class AnthropicSigning implements AnswerSigning {
    private static final FrameSearch SIGNATURE = new FrameSearch("\"signature_delta\"");
    private static final FrameSearch DELTA = new FrameSearch("\"content_block_delta\"");
    private static final FrameSearch THINKING = new FrameSearch("\"thinking\"");
    private static final String SIGNED = "signature";

    private final Supplier<String> proofs;
    private final Set<Integer> signed = new HashSet<>();
    private boolean isOpen;
    private boolean isVisible;
    private boolean hasProof;
    private int index;

    /// @param proofs creates a proof for each block
    public AnthropicSigning(Supplier<String> proofs) {
        this.proofs = proofs;
    }

    @Override
    public void on(SseFrame frame, Consumer<SseFrame> out) {
        if (!concernsThinking(frame)) {
            out.accept(frame);
            return;
        }
        JsonNode event = tree(frame);
        String type = event.path("type").asText(frame.event());
        switch (type) {
            case "content_block_start" -> {
                end(out);
                begin(event);
                out.accept(frame);
            }
            case "content_block_delta" -> delta(event, frame, out);
            case "content_block_stop", "message_delta", "message_stop" -> {
                end(out);
                out.accept(frame);
            }
            default -> out.accept(frame);
        }
    }

    /// Most frames are deltas: those that change nothing here are not parsed.
    private boolean concernsThinking(SseFrame frame) {
        if (frame.isEmpty()) {
            return false;
        }
        boolean isDelta =
                frame.event().isEmpty() ? DELTA.isIn(frame) : frame.event().equals("content_block_delta");
        if (isDelta) {
            return isOpen && !isVisible || (isOpen || !signed.isEmpty()) && SIGNATURE.isIn(frame);
        }
        return isOpen || THINKING.isIn(frame);
    }

    private void begin(JsonNode event) {
        JsonNode block = event.path("content_block");
        isOpen = block.path("type").asText("").equals("thinking");
        isVisible = !block.path("thinking").asText("").isBlank();
        hasProof = !block.path(SIGNED).asText("").isEmpty();
        index = event.path("index").asInt(0);
    }

    private void delta(JsonNode event, SseFrame frame, Consumer<SseFrame> out) {
        JsonNode delta = event.path("delta");
        if (!delta.path("type").asText("").equals("signature_delta")) {
            isVisible |= !delta.path("thinking").asText("").isBlank();
            out.accept(frame);
            return;
        }
        boolean isEmpty = delta.path(SIGNED).asText("").isEmpty();
        boolean isOfOpen = isOpen && event.path("index").asInt(index) == index;
        hasProof |= isOfOpen && !isEmpty;
        boolean isReplaced =
                isOfOpen ? isVisible : signed.contains(event.path("index").asInt(-1));
        if (!isEmpty || !isReplaced) {
            out.accept(frame);
        }
    }

    private void end(Consumer<SseFrame> out) {
        if (isOpen && isVisible && !hasProof) {
            signed.add(index);
            out.accept(proof());
        }
        isOpen = false;
    }

    private SseFrame proof() {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("type", "content_block_delta")
                .put("index", index);
        event.putObject("delta").put("type", "signature_delta").put(SIGNED, proofs.get());
        return SseFrame.of("content_block_delta", StrictJson.write(event));
    }

    private static JsonNode tree(SseFrame frame) {
        try {
            return StrictJson.LENIENT.readTree(frame.text());
        } catch (JsonProcessingException _) {
            return StrictJson.LENIENT.missingNode();
        }
    }

    @Override
    public boolean whole(ObjectNode body) {
        boolean isChanged = false;
        for (JsonNode block : body.path("content")) {
            if (block instanceof ObjectNode thinking
                    && thinking.path("type").asText("").equals("thinking")
                    && !thinking.path("thinking").asText("").isBlank()
                    && thinking.path(SIGNED).asText("").isEmpty()) {
                thinking.put(SIGNED, proofs.get());
                isChanged = true;
            }
        }
        return isChanged;
    }
}
